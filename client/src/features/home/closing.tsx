import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { homeTexts } from '../../i18n/en/home.ts';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { ForVisitors } from '../../lib/for-whom.tsx';
import { paths } from '../../lib/paths.ts';
import { RegisterButton } from './hero.tsx';

/** The next step for visitors at the end of the page. */
export function Closing() {
  const t = useStore(homeMoreTexts);
  const more = useStore(homeTexts);
  return (
    <Flex
      as="section"
      aria-label={t.closing}
      gap="6"
      align="center"
      justify="space-between"
      wrap="wrap"
      bg="bg.subtle"
      borderWidth="1px"
      borderRadius="box"
      p={{ base: '5', md: '8' }}
    >
      <Stack gap="1" flex="1 1 18rem">
        <Heading as="h2" size="2xl">
          {t.closing}
        </Heading>
        <Text color="fg.muted">{t.closingText}</Text>
      </Stack>
      <Flex gap="3" wrap="wrap">
        <ForVisitors>
          <RegisterButton size="lg" />
        </ForVisitors>
        <Button asChild variant="outline" size="lg">
          <AppLink to={paths.servicesAlias}>{more.seeServices}</AppLink>
        </Button>
      </Flex>
    </Flex>
  );
}

import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { EnterButtons } from './hero.tsx';

/** The next step for visitors at the end of the page. */
export function Closing() {
  const t = useStore(homeMoreTexts);
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
      p={{ base: '6', md: '10' }}
    >
      <Stack gap="1" flex="1 1 18rem">
        <Heading as="h2" size="2xl">
          {t.closing}
        </Heading>
        <Text color="fg.muted">{t.closingText}</Text>
      </Stack>
      <Flex gap="3" wrap="wrap">
        <EnterButtons />
      </Flex>
    </Flex>
  );
}

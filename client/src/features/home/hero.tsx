import { Button, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuMessageCircle } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { homeTexts } from '../../i18n/en/home.ts';
import { ForCustomers, ForVisitors } from '../../lib/for-whom.tsx';
import { authPath, paths } from '../../lib/paths.ts';
import { shopName, usePublicSettings, useShopText } from '../../lib/public-settings.ts';

/** The purpose of the panel, and the first steps. */
export function Hero() {
  const title = useShopText('heroTitle') || shopName();
  const text = useShopText('heroText');
  return (
    <Stack gap="6">
      <Heading as="h1" fontSize={{ base: '4xl', md: '5xl', xl: '6xl' }} lineHeight="1.05" letterSpacing="-0.03em">
        {title}
      </Heading>
      <Text fontSize={{ base: 'md', md: 'lg' }} color="fg.muted" maxW="lg">
        {text}
      </Text>
      <Flex gap="3" wrap="wrap">
        <EnterButtons />
        <ChatButton />
      </Flex>
    </Stack>
  );
}

/** The next page: the login for visitors, else the services. */
export function EnterButtons() {
  const t = useStore(homeTexts);
  return (
    <>
      <ForCustomers>
        <Button asChild colorPalette="brand" size="xl">
          <AppLink to={paths.services}>
            {t.seeServices} <LuArrowRight aria-hidden />
          </AppLink>
        </Button>
      </ForCustomers>
      <ForVisitors>
        <Button asChild colorPalette="brand" size="xl">
          <AppLink to={authPath('login')}>
            {t.login} <LuArrowRight aria-hidden />
          </AppLink>
        </Button>
        <Button asChild variant="outline" size="xl">
          <AppLink to={paths.servicesAlias}>{t.seeServices}</AppLink>
        </Button>
      </ForVisitors>
    </>
  );
}

/** Only if an admin has entered the chat's URL. */
function ChatButton() {
  const t = useStore(homeTexts);
  const chatUrl = usePublicSettings()?.chatUrl;
  if (!chatUrl) return null;
  return (
    <Button asChild variant="ghost" size="xl" px="3">
      <a href={chatUrl} target="_blank" rel="noopener noreferrer">
        <LuMessageCircle aria-hidden /> {t.chat}
      </a>
    </Button>
  );
}

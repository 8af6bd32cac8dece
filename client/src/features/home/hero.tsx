import { Button, type ButtonProps, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuMessageCircle } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { homeTexts } from '../../i18n/en/home.ts';
import { ForCustomers, ForVisitors } from '../../lib/for-whom.tsx';
import { authPath, paths } from '../../lib/paths.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useShopTexts } from './use-shop-texts.ts';

/** The purpose of the panel, and the first steps. */
export function Hero() {
  const t = useStore(homeTexts);
  const { hero, heroText } = useShopTexts();
  return (
    <Stack gap={{ base: '5', md: '6' }}>
      <Heading as="h1" fontSize={{ base: '4xl', lg: '5xl', xl: '6xl' }} lineHeight="1.05" letterSpacing="-0.03em">
        {hero}
      </Heading>
      <Text fontSize={{ base: 'md', lg: 'lg' }} color="fg.muted" maxW="lg">
        {t.promises} {heroText}
      </Text>
      <Flex gap="3" wrap="wrap">
        <ForVisitors>
          <RegisterButton />
          <Button asChild variant="outline" size="xl">
            <AppLink to={authPath('login')}>{t.login}</AppLink>
          </Button>
        </ForVisitors>
        {/* The order form beside it has the loud button. */}
        <ForCustomers>
          <Button asChild variant="outline" size="xl">
            <AppLink to={paths.services}>{t.seeServices}</AppLink>
          </Button>
        </ForCustomers>
        <ChatButton />
      </Flex>
    </Stack>
  );
}

/** The loud button for newcomers. */
export function RegisterButton(props: ButtonProps) {
  const t = useStore(homeTexts);
  return (
    <Button asChild colorPalette="brand" size="xl" {...props}>
      <AppLink to={authPath('register')}>
        {t.register} <LuArrowRight aria-hidden />
      </AppLink>
    </Button>
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

import { Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuArrowRight, LuBadgeDollarSign, LuHeadset, LuZap } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryIcon, shownCategories } from '../../components/category-icon.tsx';
import { categoryTexts } from '../../i18n/en/common.ts';
import { homeTexts } from '../../i18n/en/home.ts';
import { authPath, categoryPath, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { PriceBoard } from './price-board.tsx';

const reasons = [
  { icon: <LuBadgeDollarSign />, title: 'reasonPrices', text: 'reasonPricesText' },
  { icon: <LuZap />, title: 'reasonDelivery', text: 'reasonDeliveryText' },
  { icon: <LuHeadset />, title: 'reasonSupport', text: 'reasonSupportText' },
] as const;

export default function HomePage() {
  const t = useStore(homeTexts);
  return (
    <Stack gap={{ base: '12', md: '20' }}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' }}
        gap={{ base: '10', lg: '16' }}
        alignItems="center"
      >
        <Hero />
        <PriceBoard />
      </Grid>
      <Platforms />
      <Grid as="section" aria-label={t.why} templateColumns={{ md: 'repeat(3, 1fr)' }} gap={{ base: '6', md: '10' }}>
        {reasons.map(({ icon, title, text }) => (
          <Stack key={title} gap="2" borderTopWidth="2px" borderColor="fg" pt="4">
            <Flex align="center" gap="2.5" fontWeight="semibold" fontSize="lg">
              <Box aria-hidden>{icon}</Box>
              <h2>{t[title]}</h2>
            </Flex>
            <Text color="fg.muted">{t[text]}</Text>
          </Stack>
        ))}
      </Grid>
    </Stack>
  );
}

function Hero() {
  const t = useStore(homeTexts);
  const { signedIn } = useSession();
  return (
    <Stack gap="6">
      <Heading as="h1" fontSize={{ base: '4xl', md: '5xl', xl: '6xl' }} lineHeight="1.05" letterSpacing="-0.03em">
        {t.hero}
      </Heading>
      <Text fontSize={{ base: 'md', md: 'lg' }} color="fg.muted" maxW="lg">
        {t.heroText}
      </Text>
      <Flex gap="3" wrap="wrap">
        {signedIn ? (
          <Button asChild colorPalette="brand" size="xl">
            <AppLink to={paths.services}>
              {t.seeServices} <LuArrowRight />
            </AppLink>
          </Button>
        ) : (
          <>
            <Button asChild colorPalette="brand" size="xl">
              <AppLink to={authPath('login')}>
                {t.login} <LuArrowRight />
              </AppLink>
            </Button>
            <Button asChild variant="outline" size="xl">
              <AppLink to={paths.servicesAlias}>{t.seeServices}</AppLink>
            </Button>
          </>
        )}
      </Flex>
    </Stack>
  );
}

function Platforms() {
  const t = useStore(homeTexts);
  const names = useStore(categoryTexts);
  return (
    <Stack as="nav" aria-label={t.platforms} gap="4">
      <Grid templateColumns={{ base: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)', md: 'repeat(5, 1fr)' }} gap="2">
        {shownCategories.map((category) => (
          <Button
            key={category}
            asChild
            variant="outline"
            justifyContent="start"
            px="3"
            borderColor="border"
            fontWeight="normal"
          >
            <AppLink to={categoryPath(category)}>
              <CategoryIcon category={category} />
              {names[category]}
            </AppLink>
          </Button>
        ))}
      </Grid>
    </Stack>
  );
}

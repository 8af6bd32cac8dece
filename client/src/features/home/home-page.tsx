import { Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { LuArrowRight, LuBadgeDollarSign, LuHeadset, LuZap } from 'react-icons/lu';
import { AppLink } from '../../components/app-link.tsx';
import { CategoryIcon, categoryLabel, shownCategories } from '../../components/category-icon.tsx';
import { authPath, categoryPath, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { PriceBoard } from './price-board.tsx';

const reasons = [
  {
    icon: <LuBadgeDollarSign />,
    title: 'Affordable prices',
    text: 'Priced per 1000, charged to the exact fraction of a cent.',
  },
  { icon: <LuZap />, title: 'Fast delivery', text: 'Every service states its average time before you order.' },
  { icon: <LuHeadset />, title: '24/7 support', text: 'Somebody answers, at any hour of any day.' },
];

export default function HomePage() {
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
      <Grid
        as="section"
        aria-label="Why this panel"
        templateColumns={{ md: 'repeat(3, 1fr)' }}
        gap={{ base: '6', md: '10' }}
      >
        {reasons.map(({ icon, title, text }) => (
          <Stack key={title} gap="2" borderTopWidth="2px" borderColor="fg" pt="4">
            <Flex align="center" gap="2.5" fontWeight="semibold" fontSize="lg">
              <Box aria-hidden>{icon}</Box>
              <h2>{title}</h2>
            </Flex>
            <Text color="fg.muted">{text}</Text>
          </Stack>
        ))}
      </Grid>
    </Stack>
  );
}

function Hero() {
  const { signedIn } = useSession();
  return (
    <Stack gap="6">
      <Heading as="h1" fontSize={{ base: '4xl', md: '5xl', xl: '6xl' }} lineHeight="1.05" letterSpacing="-0.03em">
        The best panel for likes, followers and views
      </Heading>
      <Text fontSize={{ base: 'md', md: 'lg' }} color="fg.muted" maxW="lg">
        Top up once with Bkash, Nagad or Rocket. Order for any link in seconds. See every cent in your statement.
      </Text>
      <Flex gap="3" wrap="wrap">
        {signedIn ? (
          <Button asChild colorPalette="brand" size="xl">
            <AppLink to={paths.services}>
              See services <LuArrowRight />
            </AppLink>
          </Button>
        ) : (
          <>
            <Button asChild colorPalette="brand" size="xl">
              <AppLink to={authPath('login')}>
                Login <LuArrowRight />
              </AppLink>
            </Button>
            <Button asChild variant="outline" size="xl">
              <AppLink to={paths.servicesAlias}>See services</AppLink>
            </Button>
          </>
        )}
      </Flex>
    </Stack>
  );
}

function Platforms() {
  return (
    <Stack as="nav" aria-label="Platforms" gap="4">
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
              {categoryLabel(category)}
            </AppLink>
          </Button>
        ))}
      </Grid>
    </Stack>
  );
}

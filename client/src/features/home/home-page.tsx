import { Box, Grid, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useInSight } from '../../lib/use-in-sight.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { Faq } from './faq.tsx';
import { Hero } from './hero.tsx';
import { OrderIllustration } from './order-illustration.tsx';
import { Platforms } from './platforms.tsx';
import { PriceBoard } from './price-board.tsx';

/** Loaded with the first order, so that it is not part of the first load. */
const { Part: OrderDialogHost } = lazyWithPreload(async () => {
  const { OrderDialogHost: Host } = await import('../orders/order-dialog-host.tsx');
  return { default: Host };
});
/** Content below the first screens is not part of the first load. */
const { Part: HomeMore } = lazyWithPreload(() => import('./home-more.tsx'));
const { Part: HomeEnd } = lazyWithPreload(() => import('./home-end.tsx'));

export default function HomePage() {
  return (
    <Stack gap={{ base: '12', md: '20' }}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' }}
        gap={{ base: '10', lg: '16' }}
        alignItems="center"
      >
        <Hero />
        <OrderIllustration />
      </Grid>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.4fr) minmax(0, 1fr)' }}
        gap={{ base: '10', lg: '16' }}
        alignItems="start"
      >
        <PriceBoard />
        <Platforms />
      </Grid>
      <More />
      <OrderHere />
    </Stack>
  );
}

function OrderHere() {
  const { serviceId } = useOrderParam();
  const [wasOpen, setWasOpen] = useState(false);
  if (serviceId !== undefined && !wasOpen) setWasOpen(true);
  return <LazyBoundary>{wasOpen && <OrderDialogHost />}</LazyBoundary>;
}

/**
 * Reserves space from the start, so that going back restores the position. The questions are in the page's first HTML, for search
 * engines and visitors without scripts.
 */
function More() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInSight(place);
  return (
    <Stack ref={place} gap={{ base: '14', md: '24' }} minH="250vh">
      <Box minH="160vh">
        {isNear && (
          <LazyBoundary>
            <HomeMore />
          </LazyBoundary>
        )}
      </Box>
      <Faq />
      {isNear && (
        <LazyBoundary>
          <HomeEnd />
        </LazyBoundary>
      )}
    </Stack>
  );
}

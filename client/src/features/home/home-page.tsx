import { Box, Grid, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { latePart } from '../../lib/late-part.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useInSight } from '../../lib/use-in-sight.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { Hero } from './hero.tsx';
import { OrderStart } from './order-start.tsx';

/** Loaded with the first order, so that it is not part of the first load. */
const { Part: OrderHere } = lazyWithPreload(() => import('./order-here.tsx'));
/** Content below the first screens is not part of the first load. */
const { Part: HomeMore } = lazyWithPreload(() => import('./home-more.tsx'));
const { Part: HomeEnd } = lazyWithPreload(() => import('./home-end.tsx'));

const Proof = latePart(() => import('./proof.tsx'), { heightPx: 96, worksAsHtml: true });
const PriceBoard = latePart(() => import('./price-board.tsx'), { heightPx: 420 });
const PaymentSteps = latePart(() => import('./payment-steps.tsx'), { heightPx: 240 });
const ContactAndPlatforms = latePart(() => import('./contact-and-platforms.tsx'), { heightPx: 520 });
const Faq = latePart(() => import('./faq.tsx'), { heightPx: 400, worksAsHtml: true });

export default function HomePage() {
  return (
    <Stack gap={{ base: '10', md: '16' }}>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.1fr) minmax(0, 1fr)' }}
        gap={{ base: '8', lg: '16' }}
        alignItems="center"
      >
        <Hero />
        <OrderStart />
      </Grid>
      <Proof />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.6fr) minmax(0, 1fr)' }}
        gap={{ base: '10', lg: '16' }}
        alignItems="start"
      >
        <Stack gap="10">
          <PriceBoard />
          <PaymentSteps />
        </Stack>
        <ContactAndPlatforms />
      </Grid>
      <More />
      <Order />
    </Stack>
  );
}

function Order() {
  const { serviceId } = useOrderParam();
  const [wasOpen, setWasOpen] = useState(false);
  if (serviceId !== undefined && !wasOpen) setWasOpen(true);
  return <LazyBoundary>{wasOpen && <OrderHere />}</LazyBoundary>;
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

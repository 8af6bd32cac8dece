import { Box, Grid, Stack } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { latePart } from '../../components/late-part.tsx';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useInSight } from '../../lib/use-in-sight.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { Hero } from './hero.tsx';
import { OrderStart } from './order-start.tsx';

/** Loaded with the first order, so that it is not part of the first load. */
const { Part: OrderHere } = lazyWithPreload(() => import('./order-here.tsx'));
/** Content that is not in the page's HTML. */
const lowerParts = () => import('./lower-parts.tsx');
const { Part: HomeMore } = lazyWithPreload(() => lowerParts().then(({ HomeMore: Part }) => ({ default: Part })));
const { Part: HomeEnd } = lazyWithPreload(() => lowerParts().then(({ HomeEnd: Part }) => ({ default: Part })));

const plainParts = () => import('./plain-parts.tsx');
const Proof = latePart<object>(() => plainParts().then((parts) => ({ default: parts.Proof })), {
  heightPx: 96,
  worksAsHtml: true,
});
const Faq = latePart<object>(() => plainParts().then((parts) => ({ default: parts.Faq })), {
  heightPx: 400,
  worksAsHtml: true,
});
const PricesAndPayment = latePart(() => import('./prices-and-payment.tsx'), { heightPx: 720 });

export default function HomePage() {
  return (
    <Stack gap={{ base: '10', md: '16' }} css={noGapWhenEmpty}>
      <Grid templateColumns={{ md: 'repeat(2, minmax(0, 1fr))' }} gap={{ base: '8', xl: '16' }} alignItems="center">
        <Hero />
        <OrderStart />
      </Grid>
      <Proof />
      <PricesAndPayment />
      <More />
      <Order />
    </Stack>
  );
}

/** A part with nothing to show, such as figures of too few orders. One that loads later has a height. */
const noGapWhenEmpty = { '& > div:empty:not([style*=min-height])': { display: 'none' } };

function Order() {
  const { serviceId } = useOrderParam();
  const [wasOpen, setWasOpen] = useState(false);
  if (serviceId !== undefined && !wasOpen) setWasOpen(true);
  return <LazyBoundary>{wasOpen && <OrderHere />}</LazyBoundary>;
}

/** Its code loads once it is near. Its space is reserved until then, so that going back restores the position. */
function More() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInSight(place);
  const reserved = <Box minH={{ base: '1100px', md: '1300px' }} />;
  return (
    <Stack ref={place} gap={{ base: '10', md: '16' }}>
      {isNear ? (
        <LazyBoundary fallback={reserved}>
          <HomeMore />
        </LazyBoundary>
      ) : (
        reserved
      )}
      <Faq />
      {isNear && (
        <LazyBoundary>
          <HomeEnd />
        </LazyBoundary>
      )}
    </Stack>
  );
}

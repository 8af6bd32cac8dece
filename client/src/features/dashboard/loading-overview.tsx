import { Grid, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { LoadingPanels } from './panel.tsx';

/** A placeholder for the page while its figures load. */
export function LoadingOverview({ who }: { who: 'customer' | 'admin' }) {
  const t = useStore(dashboardTexts);
  return (
    <Stack gap={{ base: '4', md: '6' }} aria-busy>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      {who === 'customer' && (
        <>
          <Skeleton h={{ base: '36', lg: '28' }} borderRadius="l3" />
          <Skeleton h={{ base: '60', md: '96' }} borderRadius="l3" />
        </>
      )}
      {who === 'admin' && (
        <>
          <Skeleton h={{ base: '72', lg: '36' }} borderRadius="l3" />
          <Skeleton h="96" borderRadius="l3" />
        </>
      )}
      {who === 'customer' && <LoadingCards />}
      <LoadingPanels />
    </Stack>
  );
}

function LoadingCards() {
  return (
    <Grid templateColumns="repeat(2, 1fr)" gap={{ base: '3', md: '4' }}>
      <Skeleton h={{ base: '20', md: '28' }} borderRadius="l3" />
      <Skeleton h={{ base: '20', md: '28' }} borderRadius="l3" />
    </Grid>
  );
}

import { Grid, Skeleton, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { LoadingPanels } from './panel.tsx';

/** A placeholder for the page while its figures load. */
export function LoadingOverview({ who }: { who: 'customer' | 'admin' }) {
  const t = useStore(dashboardTexts);
  return (
    <Stack gap="6" aria-busy>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      {who === 'customer' && (
        <>
          <Skeleton h={{ base: '52', lg: '28' }} borderRadius="l3" />
          <Skeleton h="96" borderRadius="l3" />
        </>
      )}
      <LoadingCards count={who === 'customer' ? 2 : 3} />
      <LoadingPanels />
    </Stack>
  );
}

function LoadingCards({ count }: { count: number }) {
  return (
    <Grid templateColumns={{ base: '1fr', sm: `repeat(${count}, 1fr)` }} gap="4">
      {Array.from({ length: count }, (_, card) => (
        <Skeleton key={card} h="28" borderRadius="l3" />
      ))}
    </Grid>
  );
}

import { Center, Grid, Skeleton, Spinner, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { ChartGrid, PANEL_HEIGHT } from './panel.tsx';

/** The page's shape while its figures are on their way. */
export function LoadingOverview({ cards }: { cards: number }) {
  const t = useStore(dashboardTexts);
  return (
    <Stack gap="6" aria-busy>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <Grid templateColumns={{ base: '1fr', sm: `repeat(${cards}, 1fr)` }} gap="4">
        {Array.from({ length: cards }, (_, card) => (
          <Skeleton key={card} h="28" borderRadius="l3" />
        ))}
      </Grid>
      <ChartGrid>
        <LoadingPanel />
        <LoadingPanel />
      </ChartGrid>
    </Stack>
  );
}

function LoadingPanel() {
  return (
    <Center h={PANEL_HEIGHT} borderWidth="1px" borderRadius="l3">
      <Spinner aria-hidden />
    </Center>
  );
}

import { Grid, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { CARD_HEIGHT_PX, GAP_PX, gridColumns } from './grid-metrics.ts';

const cards = [0, 1, 2, 3, 4, 5, 6, 7];

/** The shape of the grid while its first page is on its way. */
export function GridSkeleton() {
  const t = useStore(catalogueTexts);
  return (
    <Grid templateColumns={gridColumns} gap={`${GAP_PX}px`} aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      {cards.map((card) => (
        <Skeleton key={card} h={`${CARD_HEIGHT_PX}px`} />
      ))}
    </Grid>
  );
}

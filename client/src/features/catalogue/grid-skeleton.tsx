import { Grid, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { CARD_HEIGHT_PX, GAP_PX, gridColumns } from './grid-metrics.ts';

const cards = [0, 1, 2, 3, 4, 5, 6, 7];

/** The shape of the grid while its first page is on its way. */
export function GridSkeleton() {
  return (
    <Grid templateColumns={gridColumns} gap={`${GAP_PX}px`} aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      {cards.map((card) => (
        <Skeleton key={card} h={`${CARD_HEIGHT_PX}px`} />
      ))}
    </Grid>
  );
}

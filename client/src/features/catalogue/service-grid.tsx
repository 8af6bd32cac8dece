import { Box, Button, Center, Grid, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { useIsHydrated } from '../../lib/hydration.ts';
import { ServiceCard } from './service-card.tsx';
import { useFavourites } from './use-favourites.ts';
import type { Service } from './use-service-list.ts';

interface ServiceGridProps {
  services: readonly Service[];
  /** The total number; `services` has those loaded so far. */
  total: number;
  more: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  onOrder: (service: Service) => void;
}

/** The next page is requested this many rows before it comes into view. */
const ROWS_AHEAD = 8;

/** The number of cards in a page's HTML, enough for a wide screen. */
const FIRST_CARDS = 12;

/**
 * A grid that scrolls with the window and renders only the visible cards; above and below them it reserves space for the others. While
 * the screen's width is unknown, as in a page's HTML, it renders the first ones.
 */
export function ServiceGrid({ services, total, more, onOrder }: ServiceGridProps) {
  const t = useStore(catalogueTexts);
  const isHydrated = useIsHydrated();
  const grid = useRef<HTMLDivElement>(null);
  const { columns, top } = usePlace(grid);
  const favourites = useFavourites();
  const rowCount = Math.ceil(services.length / columns);
  // oxlint-disable-next-line react/incompatible-library -- The rule is for React Compiler, which is not used here.
  const rows = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => CARD_HEIGHT_PX,
    gap: GAP_PX,
    overscan: 1,
    scrollMargin: top,
  });
  const visible = rows.getVirtualItems();
  const [first, last] = [visible[0], visible.at(-1)];
  useFetchAhead(more, (last?.index ?? 0) + ROWS_AHEAD >= rowCount);

  const from = isHydrated ? (first?.index ?? 0) * columns : 0;
  const to = isHydrated ? ((last?.index ?? -1) + 1) * columns : FIRST_CARDS;
  const room = isHydrated && {
    paddingTop: `${first ? first.start - top : 0}px`,
    paddingBottom: `${rows.getTotalSize() - (last ? last.end - top : 0)}px`,
  };
  return (
    <>
      <Grid
        ref={grid}
        role="list"
        aria-label={t.list}
        templateColumns={gridColumns}
        gap={`${GAP_PX}px`}
        style={room || undefined}
      >
        {services.slice(from, to).map((service, at) => {
          const position = from + at;
          // A row is as high as each of its cards.
          const row = isHydrated && position % columns === 0 ? position / columns : undefined;
          return (
            <ServiceCard
              key={service.id}
              ref={row === undefined ? undefined : rows.measureElement}
              row={row}
              service={service}
              position={position + 1}
              total={total}
              isFavourite={favourites.has(service.id)}
              onFavourite={favourites.toggle}
              onOrder={onOrder}
            />
          );
        })}
      </Grid>
      {more.hasNextPage && isHydrated && <Tail more={more} />}
    </>
  );
}

/** Below the last loaded row: the next ones are loading, or failed to load. */
function Tail({ more }: Pick<ServiceGridProps, 'more'>) {
  const t = useStore(catalogueTexts);
  if (!more.isFetchNextPageError) {
    return (
      <Box role="status" mt={`${GAP_PX}px`}>
        <Skeleton h="32" />
        <VisuallyHidden>{t.loadingMore}</VisuallyHidden>
      </Box>
    );
  }
  return (
    <Center h="32" role="alert">
      <Button variant="outline" loading={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
        {t.moreFailed}
      </Button>
    </Center>
  );
}

function useFetchAhead(more: ServiceGridProps['more'], isNear: boolean): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const isDue = isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}

/** How many columns fit, and the grid's distance from the document's top; both follow the window's size. */
function usePlace(grid: RefObject<HTMLDivElement | null>): { columns: number; top: number } {
  const [place, setPlace] = useState(() => ({ columns: columnsIn(widthAtFirst()), top: 0 }));
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const read = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { columns: columnsIn(width), top: Math.round(top + window.scrollY) };
      setPlace((known) => (known.columns === next.columns && known.top === next.top ? known : next));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  return place;
}

/** On the server there is no screen. */
function widthAtFirst(): number {
  return typeof window === 'undefined' ? 0 : window.innerWidth;
}

/** The minimum width of a card: four figures next to each other and a button of 44 px. */
const MIN_CARD_PX = 280;
const GAP_PX = 16;
/** The estimated height of a card; each rendered row is measured. */
const CARD_HEIGHT_PX = 262;

/** As many columns as fit, also for lists that are not virtualized. */
const gridColumns = `repeat(auto-fill, minmax(min(100%, ${MIN_CARD_PX}px), 1fr))`;

/** How many columns CSS creates with the same rule. */
function columnsIn(widthPx: number): number {
  return Math.max(1, Math.floor((widthPx + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
}

const cards = [0, 1, 2, 3, 4, 5, 6, 7];

/** A placeholder for the grid while its first page loads. */
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

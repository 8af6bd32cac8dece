import { Box, Button, Center, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { CARD_HEIGHT_PX, columnsIn, GAP_PX } from './grid-metrics.ts';
import { ServiceCard } from './service-card.tsx';
import { useFavourites } from './use-favourites.ts';
import type { Service } from './use-service-list.ts';

interface ServiceGridProps {
  services: readonly Service[];
  /** How many there are in all; `services` holds those fetched so far. */
  total: number;
  more: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
  onOrder: (service: Service) => void;
}

/** The next page is asked for this many rows before its place comes into view. */
const ROWS_AHEAD = 8;

/** A grid that scrolls with the window and holds only the rows in view, however many services there are. */
export function ServiceGrid({ services, total, more, onOrder }: ServiceGridProps) {
  const t = useStore(catalogueTexts);
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
  useFetchAhead(more, (visible.at(-1)?.index ?? 0) + ROWS_AHEAD >= rowCount);

  return (
    <>
      <Box ref={grid} role="list" aria-label={t.list} position="relative" h={`${rows.getTotalSize()}px`}>
        {visible.map((row) => (
          <Box
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            role="presentation"
            position="absolute"
            insetX="0"
            top="0"
            display="grid"
            gap={`${GAP_PX}px`}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            {services.slice(row.index * columns, (row.index + 1) * columns).map((service, at) => (
              <ServiceCard
                key={service.id}
                service={service}
                position={row.index * columns + at + 1}
                total={total}
                isFavourite={favourites.has(service.id)}
                onFavourite={favourites.toggle}
                onOrder={onOrder}
              />
            ))}
          </Box>
        ))}
      </Box>
      {more.hasNextPage && <Tail more={more} />}
    </>
  );
}

/** Below the last row that is there: the next ones are on their way, or could not be fetched. */
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

/** How many columns fit, and how far below the document's top the grid starts; both follow the window's size. */
function usePlace(grid: RefObject<HTMLDivElement | null>): { columns: number; top: number } {
  const [place, setPlace] = useState(() => ({ columns: columnsIn(window.innerWidth), top: 0 }));
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

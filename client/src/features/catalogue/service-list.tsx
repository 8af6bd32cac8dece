import { Box, Button, Center, Skeleton, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ServiceSort } from '#shared/services.ts';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { useIsHydrated } from '../../lib/hydration.ts';
import { ListHeader } from './list-header.tsx';
import { ServiceItem } from './service-item.tsx';
import { GAP_PX, MIN_CARD_PX, ONE_LINE_FROM_PX, serviceLooks, TWO_LINES_FROM_PX } from './service-looks.ts';
import { useFavourites } from './use-favourites.ts';
import type { Service } from './use-service-list.ts';
import type { View } from './use-view.ts';

interface ServiceListProps {
  services: readonly Service[];
  /** The total number; `services` has those loaded so far. */
  total: number;
  view: View;
  sort: ServiceSort;
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

/** The number of services in a page's HTML, enough for the rows of a wide screen. */
const FIRST_SERVICES = 16;

/**
 * A list that scrolls with the window and renders only the visible services; above and below them it reserves space for the others.
 * While the screen's width is unknown, as in a page's HTML, it renders the first ones.
 */
export function ServiceList({ services, total, view, sort, more, onOrder }: ServiceListProps) {
  const t = useStore(catalogueTexts);
  const isHydrated = useIsHydrated();
  const list = useRef<HTMLDivElement>(null);
  const { widthPx, top } = usePlace(list);
  const columns = view === 'cards' ? columnsIn(widthPx) : 1;
  const gapPx = view === 'cards' ? GAP_PX : 0;
  const favourites = useFavourites();
  const rowCount = Math.ceil(services.length / columns);
  // oxlint-disable-next-line react/incompatible-library -- The rule is for React Compiler, which is not used here.
  const rows = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => estimatePx(view, widthPx),
    gap: gapPx,
    overscan: 1,
    scrollMargin: top,
  });
  // Rows of the other view have other heights.
  const { measure } = rows;
  useLayoutEffect(() => measure(), [view, measure]);
  const visible = rows.getVirtualItems();
  const [first, last] = [visible[0], visible.at(-1)];
  useFetchAhead(more, (last?.index ?? 0) + ROWS_AHEAD >= rowCount);

  const from = isHydrated ? (first?.index ?? 0) * columns : 0;
  const to = isHydrated ? ((last?.index ?? -1) + 1) * columns : FIRST_SERVICES;
  const room = isHydrated && {
    paddingTop: `${first ? first.start - top : 0}px`,
    paddingBottom: `${rows.getTotalSize() - (last ? last.end - top : 0)}px`,
  };
  const isMeasured = useMemo(() => services.some(({ measuredMinutes }) => measuredMinutes !== null), [services]);
  return (
    <Box css={serviceLooks} data-measured={isMeasured || undefined}>
      <ListHeader sort={sort} isMeasured={isMeasured} />
      <div ref={list} role="list" aria-label={t.list} data-part="rows" style={room || undefined}>
        {services.slice(from, to).map((service, at) => {
          const position = from + at;
          // A row is as high as each of its cards.
          const row = isHydrated && position % columns === 0 ? position / columns : undefined;
          return (
            <ServiceItem
              key={service.id}
              ref={row === undefined ? undefined : rows.measureElement}
              row={row}
              service={service}
              position={position + 1}
              total={total}
              mayBeCard={!isHydrated || view === 'cards'}
              isFavourite={favourites.has(service.id)}
              onFavourite={favourites.toggle}
              onOrder={onOrder}
            />
          );
        })}
      </div>
      {more.hasNextPage && isHydrated && <Tail more={more} />}
    </Box>
  );
}

/** Below the last loaded row: the next ones are loading, or failed to load. */
function Tail({ more }: Pick<ServiceListProps, 'more'>) {
  const t = useStore(catalogueTexts);
  if (!more.isFetchNextPageError) {
    return (
      <Box role="status" mt="4">
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

function useFetchAhead(more: ServiceListProps['more'], isNear: boolean): void {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = more;
  const isDue = isNear && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}

/** The list's width, and its distance from the document's top; both follow the window's size. */
function usePlace(list: RefObject<HTMLDivElement | null>): { widthPx: number; top: number } {
  const [place, setPlace] = useState(() => ({ widthPx: widthAtFirst(), top: 0 }));
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const read = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { widthPx: Math.round(width), top: Math.round(top + window.scrollY) };
      setPlace((known) => (known.widthPx === next.widthPx && known.top === next.top ? known : next));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    // What stands above the list may grow.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}

/** On the server there is no screen. */
function widthAtFirst(): number {
  return typeof window === 'undefined' ? 0 : window.innerWidth;
}

/** How many columns of cards CSS creates with the same rule. */
function columnsIn(widthPx: number): number {
  return Math.max(1, Math.floor((widthPx + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
}

/** The estimated height of a row; each rendered one is measured. */
function estimatePx(view: View, widthPx: number): number {
  if (view === 'cards') return 262;
  if (widthPx >= ONE_LINE_FROM_PX) return 44;
  return widthPx >= TWO_LINES_FROM_PX ? 62 : 126;
}

const lines = [0, 1, 2, 3, 4, 5, 6, 7];

/** A placeholder for the list while its first page loads. */
export function ListSkeleton() {
  const t = useStore(catalogueTexts);
  return (
    <Box pt="4" aria-busy>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      {lines.map((line) => (
        <Skeleton key={line} h={{ base: '24', md: '10' }} mb="3" />
      ))}
    </Box>
  );
}

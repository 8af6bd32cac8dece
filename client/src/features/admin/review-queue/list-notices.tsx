import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { LuArrowUp, LuRefreshCw, LuUnplug } from 'react-icons/lu';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { formatAgo } from '../../../lib/dates.ts';
import { MAX_LIVE_PAGES, useIsLive } from '../../../lib/live/live-state.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { QueueList } from './declaration.ts';
import { type ActiveFilter, ActiveFilters } from './filters.tsx';

interface ListNoticesProps {
  filters: readonly ActiveFilter[];
  stable: { newCount: number; goneIds: readonly string[]; showNew: () => void };
  query: QueueList<unknown>;
  /** How many rows are loaded. */
  loadedCount: number;
}

/** The state of a list in one line above it, which takes no space while there is nothing to show. */
export function ListNotices({ filters, stable, query, loadedCount }: ListNoticesProps) {
  return (
    <Flex gap="3" wrap="wrap" align="center" css={{ '&:not(:empty)': { pt: '2' } }}>
      <ActiveFilters filters={filters} />
      <NewsButton {...stable} />
      <NotLive query={query} loadedCount={loadedCount} />
    </Flex>
  );
}

/** Shows how many rows were added or have left, and displays the current list. */
function NewsButton({ newCount, goneIds, showNew }: ListNoticesProps['stable']) {
  const t = useStore(queueTexts);
  if (newCount === 0 && goneIds.length === 0) return null;
  const words = [
    ...(newCount > 0 ? [t.newRows({ count: newCount })] : []),
    ...(goneIds.length > 0 ? [t.decidedElsewhere({ count: goneIds.length })] : []),
  ];
  return (
    <Button
      size="xs"
      variant="surface"
      colorPalette="brand"
      borderRadius="selector"
      aria-live="polite"
      title={t.showNow}
      onClick={showNew}
    >
      <LuArrowUp aria-hidden /> {words.join(', ')}
    </Button>
  );
}

/** A stream that reconnects within this time missed little. */
const PATIENCE_MS = 5_000;

/** Shows that a list is not live, why, and when it was last read; its button refetches it. */
function NotLive({ query, loadedCount }: Pick<ListNoticesProps, 'query' | 'loadedCount'>) {
  const t = useStore(queueTexts);
  const now = useNow();
  const isDown = useLasts(!useIsLive(), PATIENCE_MS);
  const isLong = (query.data?.pages.length ?? 0) > MAX_LIVE_PAGES;
  if (!query.data || (!isLong && !isDown)) return null;
  const readAt = new Date(query.dataUpdatedAt).toISOString();
  const when = formatAgo(readAt, Math.max(now, query.dataUpdatedAt));
  return (
    <Flex role="status" align="center" gap="2" textStyle="sm" color="fg.warning">
      <LuUnplug aria-hidden />
      <Span>{isLong ? t.notLiveLong({ count: loadedCount, when }) : t.notLiveDown({ when })}</Span>
      <Button size="xs" variant="outline" loading={query.isFetching} onClick={() => void query.refetch()}>
        <LuRefreshCw aria-hidden /> {t.refresh}
      </Button>
    </Flex>
  );
}

/** Whether a condition holds, and has for some time. */
function useLasts(holds: boolean, forMs: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!holds) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), forMs);
    return () => clearTimeout(timer);
  }, [holds, forMs]);
  return holds && lasts;
}

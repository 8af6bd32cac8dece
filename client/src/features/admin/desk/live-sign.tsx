import { Button, Flex, Span } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { LuRefreshCw, LuUnplug } from 'react-icons/lu';
import { formatAgo } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { MAX_LIVE_PAGES, useIsLive } from '../../../lib/live/live-state.ts';
import { useNow } from '../../../lib/use-now.ts';

interface LiveSignProps {
  query: {
    data: { pages: readonly unknown[] } | undefined;
    dataUpdatedAt: number;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** How many rows are loaded. */
  shown: number;
}

/** A stream that is opened again within this time was hardly missed. */
const PATIENCE_MS = 5_000;

/** Says that a list no longer follows what changes, why, and as of when it is; reads it again when it is told to. */
export function LiveSign({ query, shown }: LiveSignProps) {
  const now = useNow();
  const isDown = useLasts(!useIsLive(), PATIENCE_MS);
  const isLong = (query.data?.pages.length ?? 0) > MAX_LIVE_PAGES;
  if (!query.data || (!isLong && !isDown)) return null;
  const why = isLong ? `Not live: ${formatCount(shown)} rows are loaded.` : 'Not live: the connection is down.';
  const readAt = new Date(query.dataUpdatedAt).toISOString();
  return (
    <Flex role="status" align="center" gap="2" textStyle="sm" color="fg.warning">
      <LuUnplug aria-hidden />
      <Span>
        {why} Read {formatAgo(readAt, Math.max(now, query.dataUpdatedAt))}.
      </Span>
      <Button size="xs" variant="outline" loading={query.isFetching} onClick={() => void query.refetch()}>
        <LuRefreshCw aria-hidden /> Refresh
      </Button>
    </Flex>
  );
}

/** Whether something holds, and has for some time. */
function useLasts(holds: boolean, forMs: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!holds) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), forMs);
    return () => clearTimeout(timer);
  }, [holds, forMs]);
  return holds && lasts;
}

import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useUrlParam } from '../../../lib/url-state.ts';
import type { ActiveRow } from './active-row.ts';

/** Whoever runs through the list with J does not want each row's details. */
const FOLLOW_MS = 120;

/** What is open beside the list. */
export interface Detail {
  /** The row's id, or the empty text. */
  openedId: string;
  open: (id: string) => void;
  close: () => void;
}

/**
 * Which row's details are open, kept in the address. While they are, they follow the mark, and a row that is opened is marked.
 * @param param the search parameter that has its number
 */
export function useDetail(param: string, active: ActiveRow, ids: readonly string[]): Detail {
  const [openedId, setOpenedId] = useUrlParam(param);
  const [, goOn] = useUrlParam(param, { replace: true });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = useEffectEvent(() => {
    clearTimeout(timer.current);
    const id = active.get();
    if (openedId && id !== undefined && id !== openedId) timer.current = setTimeout(() => goOn(id), FOLLOW_MS);
  });
  useEffect(() => active.subscribe(() => follow()), [active]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const isListed = ids.includes(openedId);
  useEffect(() => {
    if (isListed && active.get() !== openedId) active.activate(openedId);
  }, [active, openedId, isListed]);

  /** Where the mark has just moved to another row, its details are on their way, which nobody wants any more. */
  const open = useCallback(
    (id: string) => {
      clearTimeout(timer.current);
      setOpenedId(id);
    },
    [setOpenedId],
  );
  return { openedId, open, close: () => open('') };
}

import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useUrlParam } from '../../../lib/url-state.ts';
import type { ActiveRow } from './active-row.ts';

/** An admin who runs through the list with J does not want each row's details. */
const FOLLOW_MS = 120;

/** The row whose details are open. */
export interface OpenedRow {
  /** Its id, or the empty text. */
  openedId: string;
  open: (id: string) => void;
  close: () => void;
}

/**
 * The row whose details are open, kept in the address. The details follow the active row, and an opened row becomes active.
 * @param param the search parameter that has its number
 */
export function useOpenedRow(param: string, active: ActiveRow, ids: readonly string[]): OpenedRow {
  const [openedId, setOpenedId] = useUrlParam(param);
  const [, goOn] = useUrlParam(param, { replace: true });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const follow = useEffectEvent(() => {
    clearTimeout(timer.current);
    const id = active.$id.get();
    if (openedId && id !== undefined && id !== openedId) timer.current = setTimeout(() => goOn(id), FOLLOW_MS);
  });
  useEffect(() => active.$id.listen(() => follow()), [active]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const isListed = ids.includes(openedId);
  useEffect(() => {
    if (isListed && active.$id.get() !== openedId) active.activate(openedId);
  }, [active, openedId, isListed]);

  /** Details of a row that became active just before are no longer opened. */
  const open = useCallback(
    (id: string) => {
      clearTimeout(timer.current);
      setOpenedId(id);
    },
    [setOpenedId],
  );
  return { openedId, open, close: () => open('') };
}

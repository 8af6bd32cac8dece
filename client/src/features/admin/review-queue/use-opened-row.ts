import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useUrlParam } from '../../../lib/url-state.ts';
import type { ActiveRow } from './active-row.ts';

/** An admin who moves quickly through the list with J does not need each row's details. */
const FOLLOW_MS = 120;

/** The row whose details are open. */
export interface OpenedRow {
  /** Its id, or an empty string. */
  openedId: string;
  open: (id: string) => void;
  close: () => void;
}

/**
 * The row whose details are open, stored in the URL. The details follow the active row, and an opened row becomes active.
 * @param param the search parameter for its id
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
  // A layout effect, because a later one would take back a step that was pressed as soon as the details had rendered.
  useLayoutEffect(() => {
    if (isListed && active.$id.get() !== openedId) active.activate(openedId);
  }, [active, openedId, isListed]);

  /** Cancels the delayed opening of a row that was active before. */
  const open = useCallback(
    (id: string) => {
      clearTimeout(timer.current);
      setOpenedId(id);
    },
    [setOpenedId],
  );
  return { openedId, open, close: () => open('') };
}

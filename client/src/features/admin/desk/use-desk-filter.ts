import { oneOf, useUrlParam } from '../../../lib/url-state.ts';

/** The choice that lists everything. */
export const everyStatus = 'all';

/**
 * What a desk lists, by `status` and `q` in the URL: what waits, until a status is chosen. A search without a chosen status
 * looks everywhere, because what somebody asks about is mostly decided by now.
 * @returns `status` undefined for all of them; `unchosen` is the choice that holds while none was made
 */
export function useDeskFilter<Status extends string>(statuses: readonly Status[], waiting: Status) {
  const [param] = useUrlParam('status');
  const [search] = useUrlParam('q');
  const unchosen = search ? everyStatus : waiting;
  const chosen = oneOf<Status | typeof everyStatus>(param, [everyStatus, ...statuses]) ?? unchosen;
  return { search, status: chosen === everyStatus ? undefined : chosen, unchosen };
}

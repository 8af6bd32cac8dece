import type { Query, QueryClient } from '@tanstack/react-query';
import { type Change, type ChangeKind, changeKinds } from '#shared/live.ts';
import { MAX_LIVE_PAGES } from './live-state.ts';

/** The queries that display a kind, by the name of the procedure or its router. */
export const shownBy: Record<ChangeKind, string[]> = {
  balance: ['balance.get', 'balance.statement', 'balance.statementSums', 'stats.mine', 'admin.users.get'],
  order: ['orders', 'stats.mine', 'admin.orders', 'admin.requests', 'admin.audit', 'admin.desk.counts', 'admin.stats'],
  recharge: [
    'balance.recharges',
    'balance.recharge',
    'stats.mine',
    'admin.recharges',
    'admin.audit',
    'admin.desk.counts',
    'admin.stats',
  ],
  request: ['orders.requests', 'admin.requests', 'admin.audit', 'admin.desk.counts', 'admin.stats'],
  ticket: ['tickets', 'admin.tickets', 'admin.audit', 'admin.desk.counts'],
  notice: ['notices', 'admin.notices'],
  job: ['admin.jobs', 'admin.audit', 'admin.outgoing', 'admin.backups'],
  supplier: ['admin.suppliers', 'admin.audit'],
  // Not all of `admin.suppliers`: the proposal compares every line of a list.
  forward: ['admin.forwards', 'admin.suppliers.list', 'admin.suppliers.get', 'admin.orders.get'],
};

/** Figures of the whole shop are expensive: changes refetch them at most every 5 seconds. */
const DEAR = 'admin.stats';
const DEAR_EVERY_MS = 5_000;
/** The minimum interval of refetches; the first change after a quiet period is immediate. */
const EVERY_MS = 1_000;

export interface ReadAgain {
  changed: (change: Change) => void;
  /** Anything may have changed in the meantime. */
  all: () => void;
  stop: () => void;
}

/** Creates the function that refetches the mounted queries that display a change. */
export function createReadAgain(queryClient: QueryClient): ReadAgain {
  let waiting: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const changes = waiting;
    waiting = [];
    timer = setTimeout(read, EVERY_MS);
    void queryClient.invalidateQueries({ predicate: (query) => changes.some((change) => shows(query, change)) });
  };
  const add = (changes: Change[]) => {
    waiting.push(...changes);
    if (timer === undefined) read();
  };
  return {
    changed: (change) => add([change]),
    all: () => add(changeKinds.map((kind) => ({ kind }))),
    stop: () => clearTimeout(timer),
  };
}

/** Whether a query must be refetched for a change. */
function shows({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>, { kind, id }: Change): boolean {
  const [path, { input } = {}] = queryKey as [string[], { input?: { id?: unknown } }?];
  const name = path.join('.');
  if (!shownBy[kind].some((shown) => name === shown || name.startsWith(`${shown}.`))) return false;
  // A query of the user's own balance does not contain others'.
  if (kind === 'balance' && id !== undefined && !name.startsWith('admin.')) return false;
  if (name === DEAR && Date.now() - state.dataUpdatedAt < DEAR_EVERY_MS) return false;
  const { pages } = (state.data ?? {}) as { pages?: unknown[] };
  if ((pages?.length ?? 0) > MAX_LIVE_PAGES) return false;
  // A request is read with its order, and a purchase with its order or supplier, whose id is not the change's.
  const isOfOther =
    (kind === 'order' && name === 'admin.requests.get') || (kind === 'forward' && name !== 'admin.forwards.get');
  const isReadById = name.endsWith('.get') && !isOfOther;
  return !(isReadById && id !== undefined && input?.id !== undefined && input.id !== id);
}

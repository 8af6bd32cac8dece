import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { readError } from '../../../lib/errors.ts';
import { mutateWhileLeaving } from '../../../lib/trpc.ts';
import type { Decided } from './by-words.ts';
import type { Action, QueueRow, Terms } from './declaration.ts';
import { noteDecided } from './pending-decisions.ts';

type Known = Partial<QueueRow> & { id: number; decidedAt?: string | null } & Partial<Decided>;

/** Sends a decision with the status that the admin saw, and displays the row's new status immediately, also after a refusal. */
export function useDecide<Row extends QueueRow>({ kind, statuses }: { kind: string; statuses: readonly string[] }) {
  const queryClient = useQueryClient();
  const put = (row: Known) =>
    queryClient.setQueriesData<Cached>({ queryKey: [['admin', `${kind}s`]] }, (cached) => withRow(cached, row));
  return async (row: Row, action: Action<Row>, terms: Terms = {}): Promise<Row> => {
    const input = { id: row.id, decision: action.decision, ...terms, expectedStatus: row.status };
    try {
      const decided = await mutateWhileLeaving<Row>(`admin.${kind}s.decide`, input);
      noteDecided(`${kind}:${decided.id}`);
      put(decided);
      return decided;
    } catch (thrown) {
      const { code, details } = readError(thrown);
      const { decidedBy = null, decider = null, decidedAt = null } = details;
      const status = statuses.find((known) => known === details.status);
      if (code === 'already_decided' && status) put({ id: row.id, status, decidedBy, decider, decidedAt });
      throw thrown;
    }
  };
}

interface Page {
  items: readonly { id: number }[];
}
/** A paged list, a whole list, one row, or a count. */
type Cached = InfiniteData<Page> | Page | { id: number } | object | undefined;

function withRow(cached: Cached, row: Known): Cached {
  const changed = <Some extends { id: number }>(other: Some): Some =>
    other.id === row.id ? { ...other, ...row } : other;
  const inPage = (page: Page): Page => ({ ...page, items: page.items.map(changed) });
  if (!cached) return cached;
  if ('pages' in cached) return { ...cached, pages: cached.pages.map(inPage) };
  if ('items' in cached) return inPage(cached);
  return 'id' in cached ? changed(cached) : cached;
}

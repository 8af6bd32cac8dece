import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import { compareMicros, NOTHING, type SupplierMicros } from '#shared/supplier-money.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import type { BalanceSupplier } from '../../suppliers/protocols/results.ts';
import { waitsForWords } from '../../suppliers/refusal-words.ts';

/** Rows of one look. */
const LOOKED_AT_ONCE = 20;
/** A supplier that could not be connected for this long gives its forwards back to those with another source. */
const UNREACHABLE_MINUTES = 10;

/** A supplier as its sender sees it. */
export interface SenderSupplier extends BalanceSupplier {
  isStopped: boolean;
  /** Everything outgoing is paused: the supplier is not called at all. */
  isPaused: boolean;
  /** Until then nothing is sent; 0 for now. */
  restMs: number;
  /** Its queue waits until a person has said what its words mean. */
  waitsForWords: boolean;
  isUnreachableForLong: boolean;
  /** The last balance that was read, by any server; `atMs` is the time by the database's clock. */
  balance: { micros: SupplierMicros; atMs: number; ageMs: number } | null;
  /** The age of the last reading that can be proof about an unknown purchase; null before the first. */
  readingAgeMs: number | null;
  /** When the last of those that wait for funds became due, by the database's clock; null while none waits. */
  waitingDueMs: number | null;
}

export interface DueRow {
  id: number;
  state: Extract<ForwardState, 'queued' | 'waiting_funds' | 'unknown'>;
}

export async function readSenderSupplier(db: Db, id: number): Promise<SenderSupplier | undefined> {
  const [row] = await db.execute<SenderSupplier & Record<string, unknown>>(sql`
    select s.id, s.url, s.sealed_key as "sealedKey", s.idempotent, s.currency, s.stopped_at is not null as "isStopped",
      ${isOutgoingPaused} as "isPaused",
      greatest(coalesce(extract(epoch from s.paused_until - now()) * 1000, 0), 0)::float8 as "restMs",
      ${waitsForWords(sql`s.id`)} as "waitsForWords",
      coalesce(s.unreachable_since < now() - make_interval(mins => ${UNREACHABLE_MINUTES}), false) as "isUnreachableForLong",
      case when s.balance_at is not null then json_build_object('micros', s.balance_exact::text,
        'atMs', extract(epoch from s.balance_at) * 1000, 'ageMs', extract(epoch from now() - s.balance_at) * 1000) end as balance,
      (select extract(epoch from now() - max(at)) * 1000 from supplier_readings where supplier_id = s.id)::float8 as "readingAgeMs",
      (select extract(epoch from max(due_at)) * 1000 from forwards
        where next_supplier_id = s.id and state = 'waiting_funds')::float8 as "waitingDueMs"
    from suppliers s where s.id = ${id}`);
  return row;
}

interface Look {
  supplierId: number;
  /** Whether queued ones may be sent. */
  takesQueued: boolean;
  /** Whether unknown ones are asked for again. */
  takesUnknown: boolean;
  /** Those that wait for funds are sent up to this cost. */
  fundsMicros: SupplierMicros;
  /** Not these. */
  except: readonly number[];
}

/** The due forwards of a supplier: first the unknown ones, then those that wait for funds, then the queue. */
export async function readDueRows(
  db: Db,
  { supplierId, takesQueued, takesUnknown, fundsMicros, except }: Look,
): Promise<DueRow[]> {
  const arms = [
    takesUnknown && arm(supplierId, 'unknown', except, sql`and f.holder is null`),
    compareMicros(fundsMicros, NOTHING) > 0 &&
      arm(supplierId, 'waiting_funds', except, sql`and f.cost_exact <= ${fundsMicros}::numeric`),
    takesQueued && arm(supplierId, 'queued', except, sql``),
  ].filter((each) => each !== false);
  if (arms.length === 0) return [];
  return db.execute<DueRow & Record<string, unknown>>(sql.join(arms, sql` union all `));
}

function arm(supplierId: number, state: DueRow['state'], except: readonly number[], more: ReturnType<typeof sql>) {
  return sql`(
    select f.id, f.state from forwards f
    where f.next_supplier_id = ${supplierId} and f.state = ${state} and f.due_at <= now()
      and f.id <> all(${sql.param([...except])}::bigint[]) ${more}
    order by f.due_at, f.id limit ${LOOKED_AT_ONCE})`;
}

/** The suppliers that have due forwards. A few rows, each found by one look into an index. */
export async function suppliersWithWork(db: Db): Promise<number[]> {
  const states = ['queued', 'waiting_funds', 'unknown'] as const;
  const probes = states.map(
    (state) =>
      sql`exists (select from forwards where next_supplier_id = s.id and state = ${state} and due_at <= now())`,
  );
  const rows = await db.execute<{ id: number }>(sql`select s.id from suppliers s where ${sql.join(probes, sql` or `)}`);
  return rows.map(({ id }) => id);
}

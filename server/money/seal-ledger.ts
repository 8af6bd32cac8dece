import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import {
  FRESH_ORDERS,
  hashOfEntries,
  problemsOfEntries,
  problemsOfOrders,
  rowsSince,
  walletsSince,
} from './new-entries.ts';

/** Rows of one call: bounded work for any size of the shop. */
const ROWS_PER_SEAL = 20_000;
/** A wallet gets a checkpoint when it has this many rows more, or when the first of them is a day old. */
const ROWS_PER_CHECKPOINT = 1_000;
const AGE_HOURS = 24;
const ORDERS_PER_STEP = 20_000;

export interface SealOptions {
  /** Wallets with this many new rows get a checkpoint. */
  rowsPerCheckpoint?: number;
  /** And those with an older row. */
  ageHours?: number;
}

/**
 * Proves the new rows of these wallets, with their causes, and seals them by a checkpoint. A wallet with a difference gets none, so that
 * every later proof finds it again.
 * @returns how many checkpoints were made
 */
export function sealWallets(
  db: Db,
  accountIds: number[],
  { rowsPerCheckpoint = ROWS_PER_CHECKPOINT, ageHours = AGE_HOURS }: SealOptions = {},
): Promise<number> {
  return patiently(db, async (tx) => {
    // Checkpoints form a chain, so processes make them in turn: the next statement sees those of the one before.
    const [turn] = await tx.execute(sql`select id from ledger_proof for update skip locked`);
    if (!turn) return 0;
    const sealed = await tx.execute(sql`
      with ${walletsSince(sql`a.id = any(${sql.param(accountIds)}::bigint[])`)}, due as materialized (
        select *, least(version, sealed_seq + ${ROWS_PER_SEAL}::int) as upto
        from (
          select *, sum(version - sealed_seq) over (order by id) - (version - sealed_seq) as rows_before
          from base where version - sealed_seq >= ${rowsPerCheckpoint}::int or version > sealed_seq and (
            select at from ledger where account_id = base.id and seq = sealed_seq + 1
          ) < now() - make_interval(secs => ${ageHours * 3600}::float8)
        ) waiting where rows_before < ${ROWS_PER_SEAL}::int
      ), ${rowsSince(sql`due`, sql`l.seq <= b.upto`)}, wrong as materialized (
        ${problemsOfEntries(FRESH_ORDERS)}
      )
      insert into ledger_checkpoints (account_id, seq, balance_nanos, hash)
      select d.id, d.upto, max(f.balance_after_nanos) filter (where f.seq = d.upto), ${hashOfEntries(sql`d.id`, sql`d.sealed_hash`)}
      from due d join fresh f on f.account_id = d.id
      where d.id not in (select account_id from wrong where account_id is not null)
      group by d.id, d.upto, d.sealed_hash
      returning account_id`);
    return sealed.length;
  });
}

/**
 * Proves the next orders by their date, each from all its ledger rows, so that later proofs need not look at them again. It stops before
 * a difference. An order is dated when its transaction began, and no transaction lasts an hour.
 * @returns whether orders are left
 */
export function proveOldOrders(db: Db): Promise<boolean> {
  return patiently(db, async (tx) => {
    const [turn] = await tx.execute<{ begin: string; end: string | null }>(sql`
      select coalesce(orders_until, '-infinity')::text as begin, (
        select max(created_at)::text from (
          select created_at from orders
          where created_at > coalesce(orders_until, '-infinity') and created_at < now() - interval '1 hour'
          order by created_at limit ${ORDERS_PER_STEP}
        ) step
      ) as end
      from ledger_proof for update skip locked`);
    if (!turn?.end) return false;
    const { begin, end } = turn;
    const step = sql`select id from orders where created_at > ${begin}::timestamptz and created_at <= ${end}::timestamptz`;
    const moved = await tx.execute(sql`
      update ledger_proof set orders_until = ${end}::timestamptz
      where not exists (${problemsOfOrders(step)}) returning id`);
    return moved.length > 0;
  });
}

/** A slow disk takes longer for this than a request may. */
function patiently<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return withDeadline(0, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = '60s'`);
      return work(tx);
    }),
  );
}

import { sql } from 'drizzle-orm';
import { closeDb, connect } from '#db/client.ts';
import type { TestApp } from './app.ts';

type LosingApp = Pick<TestApp, 'db' | 'databaseUrl'>;

/** The number of the newest ledger row of each wallet, and the ids that exist. */
export interface Moment {
  wallets: Map<number, number>;
  lastOrder: number;
  lastRecharge: number;
  lastGrant: number;
}

/** What there is now, to return to with {@link loseSince}. */
export async function momentOf({ db }: LosingApp): Promise<Moment> {
  const wallets = await db.$client<
    { id: number; version: number }[]
  >`select id, version from accounts where user_id is not null`;
  const [last] = await db.$client<{ order: number; recharge: number; grant: number }[]>`
    select coalesce((select max(id) from orders), 0) as order, coalesce((select max(id) from recharges), 0) as recharge,
      coalesce((select max(id) from grants), 0) as grant`;
  if (!last) throw new Error('max answered no row');
  return {
    wallets: new Map(wallets.map(({ id, version }) => [id, version])),
    lastOrder: last.order,
    lastRecharge: last.recharge,
    lastGrant: last.grant,
  };
}

/**
 * Loses what was committed since a moment, as a standby that had not received it: entries, orders, recharges, grants, decisions, and the
 * numbers of their ids. Only the owner can, with triggers disabled. Ends all connections, as a failover does.
 */
export async function loseSince({ databaseUrl }: LosingApp, moment: Moment): Promise<void> {
  const owner = connect(databaseUrl, { max: 1, applicationName: 'the owner' });
  await owner.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [id, version] of moment.wallets) {
      await tx.execute(sql`
        update recharges set status = 'pending', decided_at = null, decided_by = null, reversed_at = null, reversed_by = null,
          reversed_nanos = null, reversal_reason = null, reversal_request_id = null
        where id in (select recharge_id from ledger where account_id = ${id} and seq > ${version} and kind = 'recharge')`);
      await tx.execute(sql`
        update recharges set reversed_at = null, reversed_by = null, reversed_nanos = null, reversal_reason = null,
          reversal_request_id = null
        where id in (select recharge_id from ledger where account_id = ${id} and seq > ${version} and kind = 'recharge_reversal')`);
      await tx.execute(sql`
        update orders set status = case when entry.kind = 'order_recharge' then 'rejected' else 'pending' end, remaining = null
        from ledger entry where entry.order_id = orders.id and account_id = ${id} and seq > ${version} and kind <> 'order_charge'`);
      await tx.execute(sql`
        delete from order_events using ledger entry
        where entry.order_id = order_events.order_id and account_id = ${id} and entry.seq > ${version} and order_events.seq = 1`);
      await tx.execute(sql`delete from ledger where account_id = ${id} and seq > ${version}`);
      await tx.execute(sql`
        update accounts set version = ${version},
          balance_nanos = coalesce((select balance_after_nanos from ledger where account_id = ${id} and seq = ${version}), 0)
        where id = ${id}`);
    }
    await tx.execute(sql`
      delete from forward_events using forwards f where f.id = forward_id and f.order_id > ${moment.lastOrder}`);
    await tx.execute(sql`delete from forwards where order_id > ${moment.lastOrder}`);
    await tx.execute(sql`delete from orders where id > ${moment.lastOrder}`);
    await tx.execute(sql`delete from order_batches where order_id > ${moment.lastOrder}`);
    await tx.execute(sql`delete from recharges where id > ${moment.lastRecharge}`);
    await tx.execute(sql`delete from grants where id > ${moment.lastGrant}`);
    for (const [sequence, last] of [
      ['orders_id_seq', moment.lastOrder],
      ['recharges_id_seq', moment.lastRecharge],
      ['grants_id_seq', moment.lastGrant],
    ] as const)
      await tx.execute(sql`select setval(${sequence}::regclass, greatest(${last}::bigint, 1), ${last > 0})`);
  });
  await endConnections({ databaseUrl });
  await closeDb(owner);
}

/** Ends the panel's connections, as a failover does, and waits until their processes have ended. */
export async function endConnections({ databaseUrl }: Pick<TestApp, 'databaseUrl'>): Promise<void> {
  const owner = connect(databaseUrl, { max: 1, applicationName: 'the owner' });
  await owner.execute(sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and application_name <> 'the owner'`);
  await closeDb(owner);
}

import type { Db } from '#db/client.ts';
import type { AcknowledgedEntry, AcknowledgedGrant, AcknowledgedOrder, AcknowledgedRecharge } from './acknowledged.ts';

/** Entries per statement: its parameters are written within a few milliseconds, and it takes few as well. */
export const ENTRIES_PER_LOOK = 500;

/** The database can not be written to at this time, or became another one during the look. */
export class LookInterrupted extends Error {
  override readonly name = 'LookInterrupted';
}

/**
 * The timeline of the server's WAL, which changes with every promotion of a standby; null unless the server accepts writes. From the
 * WAL's current file: the control file has the new one only after the next checkpoint.
 */
export const TIMELINE = `case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end`;

/**
 * Finds the entries that the database lacks. Each is looked for in its customer's wallet by its request id, or by its content where an
 * entry has no request id of its own; never by the id of an order alone, which may be another order's after a failover. The number in
 * the wallet may differ: an entry that a retry made again is not missing.
 *
 * In short: a charge by the order's request id and terms. A later entry of an order by that order (its request id, or id and time of
 * creation, with the terms). A recharge by customer, method, transaction ID and amount, made then or later. A grant by request id.
 * @param timeline that the server must have
 * @throws LookInterrupted if it has another one, or can't be written to
 */
export async function findMissing(
  db: Db,
  entries: readonly AcknowledgedEntry[],
  timeline: string,
): Promise<Set<AcknowledgedEntry>> {
  const missing = new Set<AcknowledgedEntry>();
  for (let start = 0; start < entries.length; start += ENTRIES_PER_LOOK) {
    const some = entries.slice(start, start + ENTRIES_PER_LOOK);
    for (const { statement, members, parameters } of looksFor(some)) {
      if (members.length === 0) continue;
      const [row] = await db.$client.unsafe<{ timeline: string | null; nths: number[] }[]>(statement, parameters, {
        prepare: true,
      });
      if (row?.timeline !== timeline) throw new LookInterrupted('The server is not the same, or can not be written to');
      for (const nth of row.nths) missing.add(members[nth - 1] as AcknowledgedEntry);
    }
  }
  return missing;
}

/** Answers with the positions, from 1, of the wanted rows without a match. */
const look = (wanted: string, match: string) => `
select ${TIMELINE} as timeline, coalesce((
  select array_agg(wanted.nth::int order by wanted.nth) from unnest(${wanted}, nth)
  left join lateral (${match} limit 1) as match on true
  where match.found is null
), '{}') as nths`;

const entryOf = (reference: string) => `
  select from ledger join accounts on accounts.id = ledger.account_id
  where ${reference} and accounts.user_id = wanted.user_id and ledger.kind = wanted.kind and ledger.amount_nanos = wanted.amount_nanos`;

const SAME_TERMS = `orders.user_id = wanted.user_id and orders.service_id = wanted.service_id and orders.link = wanted.link
  and orders.quantity = wanted.quantity and orders.charge_nanos = wanted.charge_nanos`;

const CHARGES = look(
  `$1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::bigint[], $6::text[], $7::int[], $8::bigint[]) with ordinality
    as wanted (user_id, kind, amount_nanos, request_id, service_id, link, quantity, charge_nanos`,
  `select true as found from orders
  where orders.request_id = wanted.request_id and ${SAME_TERMS}
    and (wanted.charge_nanos = 0 or exists (${entryOf('ledger.order_id = orders.id')}))`,
);

const LATER_ENTRIES = look(
  `$1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::bigint[], $6::text[], $7::int[], $8::bigint[], $9::bigint[], $10::text[])
    with ordinality as wanted
    (user_id, kind, amount_nanos, request_id, service_id, link, quantity, charge_nanos, order_id, created_at`,
  `select true as found from orders
  where (orders.request_id = wanted.request_id or (orders.id = wanted.order_id and orders.created_at = wanted.created_at::timestamptz))
    and ${SAME_TERMS} and exists (${entryOf('ledger.order_id = orders.id')})`,
);

const RECHARGES = look(
  `$1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[]) with ordinality
    as wanted (user_id, kind, amount_nanos, method, reference, recharge_nanos, created_at`,
  `select true as found from recharges
  where upper(recharges.reference) = upper(wanted.reference) and recharges.user_id = wanted.user_id
    and recharges.method_name = wanted.method and recharges.amount_nanos = wanted.recharge_nanos
    and recharges.created_at >= wanted.created_at::timestamptz
    and (wanted.kind = 'recharge_request' or exists (${entryOf('ledger.recharge_id = recharges.id')}))`,
);

const GRANTS = look(
  `$1::bigint[], $2::text[], $3::bigint[], $4::uuid[]) with ordinality as wanted (user_id, kind, amount_nanos, request_id`,
  `select true as found from grants
  where grants.request_id = wanted.request_id and grants.user_id = wanted.user_id
    and exists (${entryOf('ledger.grant_id = grants.id')})`,
);

interface Look {
  statement: string;
  members: readonly AcknowledgedEntry[];
  parameters: (string | number | null)[][];
}

function looksFor(entries: readonly AcknowledgedEntry[]): Look[] {
  const orders = entries.filter((entry) => 'orderId' in entry);
  const charges = orders.filter(({ kind }) => kind === 'order_charge');
  const later = orders.filter(({ kind }) => kind !== 'order_charge');
  const recharges = entries.filter((entry) => 'rechargeId' in entry);
  const grants = entries.filter((entry) => 'grantId' in entry);
  return [
    { statement: CHARGES, members: charges, parameters: orderParameters(charges) },
    {
      statement: LATER_ENTRIES,
      members: later,
      parameters: [...orderParameters(later), later.map(({ orderId }) => orderId), momentsOf(later)],
    },
    {
      statement: RECHARGES,
      members: recharges,
      parameters: [
        ...commonParameters(recharges),
        recharges.map(({ method }) => method),
        recharges.map(({ reference }) => reference),
        recharges.map(({ rechargeNanos }) => rechargeNanos),
        momentsOf(recharges),
      ],
    },
    { statement: GRANTS, members: grants, parameters: [...commonParameters(grants), requestIdsOf(grants)] },
  ];
}

function commonParameters(entries: readonly AcknowledgedEntry[]) {
  return [
    entries.map(({ userId }) => userId),
    entries.map(({ kind }) => kind),
    entries.map(({ amountNanos }) => amountNanos),
  ];
}

function orderParameters(orders: readonly AcknowledgedOrder[]) {
  return [
    ...commonParameters(orders),
    requestIdsOf(orders),
    orders.map(({ serviceId }) => serviceId),
    orders.map(({ link }) => link),
    orders.map(({ quantity }) => quantity),
    orders.map(({ chargeNanos }) => chargeNanos),
  ];
}

function requestIdsOf(entries: readonly (AcknowledgedOrder | AcknowledgedGrant)[]) {
  return entries.map(({ requestId }) => requestId);
}

function momentsOf(entries: readonly (AcknowledgedOrder | AcknowledgedRecharge)[]) {
  return entries.map(({ createdMs }) => new Date(createdMs).toISOString());
}

import type { Db } from '#db/client.ts';
import type { AcknowledgedEntry, AcknowledgedOrder, AcknowledgedRecharge } from './acknowledged.ts';

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
    for (const { statement, isFor, columns } of LOOKS) {
      const members = some.filter(isFor);
      if (members.length === 0) continue;
      const parameters = columns.map(({ of }) => members.map(of));
      const [row] = await db.$client.unsafe<{ timeline: string | null; nths: number[] }[]>(statement, parameters, {
        prepare: true,
      });
      if (row?.timeline !== timeline) throw new LookInterrupted('The server is not the same, or can not be written to');
      for (const nth of row.nths) missing.add(members[nth - 1] as AcknowledgedEntry);
    }
  }
  return missing;
}

/** A column of the wanted rows, and its value for an entry. */
interface Column<Entry> {
  name: string;
  type: string;
  of: (entry: Entry) => string | number | null;
}

/** A statement that answers with the positions, from 1, of the wanted rows without a match. */
function look<Entry extends AcknowledgedEntry>(
  isFor: (entry: AcknowledgedEntry) => entry is Entry,
  more: Column<Entry>[],
  match: string,
) {
  const columns: Column<Entry>[] = [...common, ...more];
  const arrays = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const statement = `
select ${TIMELINE} as timeline, coalesce((
  select array_agg(wanted.nth::int order by wanted.nth)
  from unnest(${arrays}) with ordinality as wanted (${columns.map(({ name }) => name).join(', ')}, nth)
  left join lateral (select true as found from ${match} limit 1) as match on true
  where match.found is null
), '{}') as nths`;
  // Its columns are only asked for entries that it is for.
  return { statement, isFor, columns: columns as Column<AcknowledgedEntry>[] };
}

const common: Column<AcknowledgedEntry>[] = [
  { name: 'user_id', type: 'bigint', of: ({ userId }) => userId },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'amount_nanos', type: 'bigint', of: ({ amountNanos }) => amountNanos },
];
const requestId = { name: 'request_id', type: 'uuid', of: (entry: AcknowledgedEntry) => entry.requestId };
const createdAt: Column<AcknowledgedOrder | AcknowledgedRecharge> = {
  name: 'created_at',
  type: 'text',
  of: ({ createdMs }) => new Date(createdMs).toISOString(),
};
const terms: Column<AcknowledgedOrder>[] = [
  requestId,
  { name: 'service_id', type: 'bigint', of: ({ serviceId }) => serviceId },
  { name: 'link', type: 'text', of: ({ link }) => link },
  { name: 'quantity', type: 'int', of: ({ quantity }) => quantity },
  { name: 'charge_nanos', type: 'bigint', of: ({ chargeNanos }) => chargeNanos },
];
const SAME_TERMS = `orders.user_id = wanted.user_id and orders.service_id = wanted.service_id and orders.link = wanted.link
  and orders.quantity = wanted.quantity and orders.charge_nanos = wanted.charge_nanos`;

const hasEntry = (reference: string) => `exists (
  select from ledger join accounts on accounts.id = ledger.account_id
  where ${reference} and accounts.user_id = wanted.user_id and ledger.kind = wanted.kind and ledger.amount_nanos = wanted.amount_nanos)`;

const LOOKS = [
  look(
    (entry): entry is AcknowledgedOrder => entry.kind === 'order_charge',
    terms,
    `orders where orders.request_id = wanted.request_id and ${SAME_TERMS}
    and (wanted.charge_nanos = 0 or ${hasEntry('ledger.order_id = orders.id')})`,
  ),
  look(
    (entry): entry is AcknowledgedOrder => 'orderId' in entry && entry.kind !== 'order_charge',
    [...terms, { name: 'order_id', type: 'bigint', of: ({ orderId }) => orderId }, createdAt],
    `orders
    where (orders.request_id = wanted.request_id or (orders.id = wanted.order_id and orders.created_at = wanted.created_at::timestamptz))
      and ${SAME_TERMS} and ${hasEntry('ledger.order_id = orders.id')}`,
  ),
  look(
    (entry) => 'rechargeId' in entry,
    [
      { name: 'method', type: 'text', of: ({ method }) => method },
      { name: 'reference', type: 'text', of: ({ reference }) => reference },
      { name: 'recharge_nanos', type: 'bigint', of: ({ rechargeNanos }) => rechargeNanos },
      createdAt,
    ],
    `recharges where upper(recharges.reference) = upper(wanted.reference) and recharges.user_id = wanted.user_id
    and recharges.method_name = wanted.method and wanted.recharge_nanos in (recharges.amount_nanos, recharges.credited_nanos)
    and recharges.created_at >= wanted.created_at::timestamptz
    and (wanted.kind = 'recharge_request' or ${hasEntry('ledger.recharge_id = recharges.id')})`,
  ),
  look(
    (entry) => 'grantId' in entry,
    [requestId],
    `grants where grants.request_id = wanted.request_id and grants.user_id = wanted.user_id
    and ${hasEntry('ledger.grant_id = grants.id')}`,
  ),
];

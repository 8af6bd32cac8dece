import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Direction } from '#shared/evidence.ts';
import type { Held } from './judge-id.ts';

/** What a message says of its account's balance, in poisha. */
export interface BalanceMessage {
  id: number;
  deviceId: number | null;
  sim: number | null;
  provider: string;
  balancePoisha: number | null;
  beforePoisha: number | null;
  at: Date | null;
  storedAt: Date;
  linkedAt: Date | null;
  /** The admin who says that the balance is right. */
  confirmedBy: number | null;
}

/** A message that has waited longer for the one before it waits for a person. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

interface Amounts {
  direction: Direction;
  amountPoisha: number | null;
  feePoisha: number | null;
  balancePoisha: number | null;
}

/**
 * The balance before a message: money in less the fee, or money out and the fee. A payment that came back leaves it as it was. Null where
 * the message says no balance or no amount.
 */
export function balanceBefore({ direction, amountPoisha, feePoisha, balancePoisha }: Amounts): number | null {
  if (balancePoisha === null || (amountPoisha === null && direction !== 'none')) return null;
  const [amount, fee] = [amountPoisha ?? 0, feePoisha ?? 0];
  if (direction === 'none') return balancePoisha;
  return direction === 'out' ? balancePoisha + amount + fee : balancePoisha - amount + fee;
}

/**
 * Links a message to the chain of balances of its phone, SIM and provider, if its balance follows from that of the latest link, if it closes
 * a gap that a person has ended, or if a person says that it is right. Messages that follow from it are looked at again.
 * @returns why it is no link; undefined if it is one
 */
export async function proveBalance(
  tx: Tx,
  message: BalanceMessage,
): Promise<Held<'no_balance' | 'balance' | 'first_of_chain'> | undefined> {
  const { deviceId, provider, balancePoisha, beforePoisha, linkedAt } = message;
  if (linkedAt || deviceId === null) return undefined;
  if (balancePoisha === null || beforePoisha === null) return { reason: 'no_balance' };
  const sim = message.sim ?? 0;
  const chain = { deviceId, sim, provider };
  const [head] = await tx.execute<{ balancePoisha: number; isLater: boolean }>(sql`
    select balance_poisha as "balancePoisha", at > ${message.at?.toISOString() ?? null}::timestamptz as "isLater" from balance_chains
    where device_id = ${deviceId} and sim = ${sim} and provider = ${provider}`);
  // A forged one must not wait until the balance makes it true.
  const isFresh = Date.now() - message.storedAt.getTime() < LONGEST_WAIT_MS;
  const follows = head?.balancePoisha === beforePoisha && isFresh;
  if (!follows && isFresh && (await closeGap(tx, chain, message))) {
    await link(tx, chain, message, { gapPoisha: null, isHead: false });
    return undefined;
  }
  if (!follows && message.confirmedBy === null) {
    if (!head) return { reason: 'first_of_chain' };
    return {
      reason: 'balance',
      values: [takaOf(head.balancePoisha + balancePoisha - beforePoisha), takaOf(balancePoisha)],
    };
  }
  // A late message that a person has confirmed does not take the chain back.
  const isHead = follows || !head?.isLater;
  await link(tx, chain, message, { gapPoisha: follows || !isHead ? null : (head?.balancePoisha ?? null), isHead });
  return undefined;
}

/** `৳1,500.50`. */
export function takaOf(poisha: number): string {
  const figures = (poisha / 100).toLocaleString('en-US', { minimumFractionDigits: poisha % 100 === 0 ? 0 : 2 });
  return figures.startsWith('-') ? `-৳${figures.slice(1)}` : `৳${figures}`;
}

interface Chain {
  deviceId: number;
  sim: number;
  provider: string;
}

/** Whether a message follows from the balance at which a gap began. The gap is then as much smaller, or closed. */
async function closeGap(
  tx: Tx,
  { deviceId, sim, provider }: Chain,
  { beforePoisha, balancePoisha }: BalanceMessage,
): Promise<boolean> {
  const closed = await tx.execute(sql`
    update evidence set gap_poisha = nullif(${balancePoisha}::bigint, before_poisha) where id = (
      select id from evidence where device_id = ${deviceId} and coalesce(sim, 0) = ${sim} and provider = ${provider}
        and gap_poisha = ${beforePoisha} order by id limit 1)
    returning id`);
  return closed.length > 0;
}

/** Makes a message a link, and has the messages looked at that follow from its balance. */
async function link(
  tx: Tx,
  { deviceId, sim, provider }: Chain,
  { id, balancePoisha, at }: BalanceMessage,
  { gapPoisha, isHead }: { gapPoisha: number | null; isHead: boolean },
): Promise<void> {
  await tx.execute(sql`
    with linked as (
      update evidence set linked_at = now(), gap_poisha = ${gapPoisha}::bigint where id = ${id}
    ), head as (
      insert into balance_chains (device_id, sim, provider, evidence_id, balance_poisha, at)
      select ${deviceId}, ${sim}, ${provider}, ${id}, ${balancePoisha}, ${at?.toISOString() ?? null}::timestamptz where ${isHead}
      on conflict (device_id, sim, provider) do update set evidence_id = excluded.evidence_id,
        balance_poisha = excluded.balance_poisha, at = greatest(balance_chains.at, excluded.at)
    )
    update evidence set due_at = now() where device_id = ${deviceId} and coalesce(sim, 0) = ${sim} and provider = ${provider}
      and before_poisha = ${balancePoisha} and linked_at is null and before_poisha is not null and state is not null and id <> ${id}`);
}

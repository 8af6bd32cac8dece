import { decimalFromNanos, nanos } from '#shared/money.ts';
import type { Claimed } from './claim-deliveries.ts';

/** A message by the Standard Webhooks specification. */
export interface Message {
  /** The header `webhook-id`: readers that have seen it can leave the message out. */
  id: string;
  body: string;
}

/**
 * The message of a delivery: the same id and text at each attempt and replay. A balance is the current one; its id names its ledger
 * entry, so a message with another balance has another id.
 */
export function messageOf(delivery: Claimed): Message {
  const { id, event, createdAt, balance } = delivery;
  const timestamp = balance?.at ?? createdAt;
  const body = JSON.stringify({ type: event, timestamp, data: dataOf(delivery) });
  return { id: balance ? `msg_${delivery.webhookId}_balance_${balance.seq}` : `msg_${id}`, body };
}

function dataOf({ event, subjectId: id, facts, balance }: Claimed): object {
  switch (event) {
    case 'order.changed':
      return { id, ...withDecimal(facts, 'chargeNanos', 'charge') };
    case 'recharge.decided':
      return { id, ...withDecimal(facts, 'amountNanos', 'amount') };
    case 'balance.changed':
      return { id, ...withDecimal({ balanceNanos: balance?.balanceNanos }, 'balanceNanos', 'balance') };
    default:
      return { id, ...withMoments(facts) };
  }
}

/** The database writes a point in time in its session's time zone. */
function withMoments(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      /^at$|At$/.test(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  );
}

/** Adds an amount as a decimal of dollars, for readers that do not count in nano-dollars. */
function withDecimal(facts: Record<string, unknown>, from: string, name: string): Record<string, unknown> {
  const amount = facts[from];
  const plain = withMoments(facts);
  return typeof amount === 'number' ? { ...plain, [name]: decimalFromNanos(nanos(amount)) } : plain;
}

import type { Db } from '#db/client.ts';
import { perDatabase } from '#db/per-database.ts';
import type { RechargeOut } from '#shared/balance.ts';
import type { KindOf } from '#shared/entry-kinds.ts';
import { type Nanos, negate } from '#shared/money.ts';
import type { OrderRow } from '#shared/orders.ts';

/** How many entries a process remembers at most, about 400 bytes each, and how long the links of all may be together. */
const MOST_ENTRIES = 200_000;
const MOST_LINK_CHARACTERS = 32 * 1024 * 1024;

interface Common {
  userId: number;
  /** The entry's number in the wallet; null without a ledger entry, and if a retry was answered. */
  seq: number | null;
  amountNanos: Nanos;
  balanceAfterNanos: Nanos | null;
  /** The idempotency key of the order, the recharge or the grant; null for old ones without. */
  requestId: string | null;
}

/** An order's charge, or a later entry of the order. */
export interface AcknowledgedOrder extends Common {
  kind: KindOf<'order'>;
  orderId: number;
  serviceId: number;
  serviceName: string;
  link: string;
  quantity: number;
  chargeNanos: Nanos;
  /** When the order was made, in milliseconds since 1970, by the clock of the database. */
  createdMs: number;
}

/** A customer's request, or its approval or reversal. */
export interface AcknowledgedRecharge extends Common {
  kind: 'recharge_request' | KindOf<'recharge'>;
  rechargeId: number;
  method: string;
  reference: string;
  rechargeNanos: Nanos;
  createdMs: number;
}

export interface AcknowledgedGrant extends Common {
  kind: KindOf<'grant'>;
  grantId: number;
}

export type AcknowledgedEntry = AcknowledgedOrder | AcknowledgedRecharge | AcknowledgedGrant;

/** `atMs` is the time of the acknowledgement by `performance.now`. */
export interface Remembered {
  entry: AcknowledgedEntry;
  atMs: number;
}

/** What this process acknowledged lately. It remembers nothing before `begin`, because only a watch forgets old entries. */
export const acknowledgedMemory = perDatabase(() => createMemory());

/**
 * Remembers an entry that is about to be acknowledged to a user. Call it after the commit, when the database has acknowledged it, and
 * also for the repeated answer to a retry.
 */
export function remember(db: Db, entry: AcknowledgedEntry): void {
  acknowledgedMemory(db).add(entry);
}

export interface PlacedBy {
  userId: number;
  requestId: string | null | undefined;
  order: OrderRow;
  balanceNanos?: Nanos;
  seq?: number | null;
}

/** Remembers a placed order. */
export function rememberOrder(db: Db, { userId, requestId = null, order, balanceNanos, seq = null }: PlacedBy): void {
  remember(db, {
    ...orderFacts(order),
    kind: 'order_charge',
    userId,
    seq,
    amountNanos: negate(order.chargeNanos),
    balanceAfterNanos: balanceNanos ?? null,
    requestId,
  });
}

/** The facts that identify an order whose id somebody else's may have one day. */
export function orderFacts({ id, serviceId, serviceName, link, quantity, chargeNanos, createdAt }: OrderRow) {
  return { orderId: id, serviceId, serviceName, link, quantity, chargeNanos, createdMs: createdAt.getTime() };
}

type Request = Pick<RechargeOut, 'id' | 'method' | 'reference' | 'amountNanos' | 'createdAt'>;

/** The same for a recharge. */
export function rechargeFacts({ id, method, reference, amountNanos, createdAt }: Request) {
  return { rechargeId: id, method, reference, rechargeNanos: amountNanos, createdMs: createdAt.getTime() };
}

function createMemory() {
  let isOn = false;
  /** In the order of their acknowledgement; those before `first` are forgotten. */
  let entries: Remembered[] = [];
  let first = 0;
  let linkCharacters = 0;
  let dropped = 0;
  /** By service, so that many orders share one text. */
  const serviceNames = new Map<number, string>();

  return {
    begin(): void {
      isOn = true;
    },
    add(entry: AcknowledgedEntry): void {
      if (!isOn) return;
      if ('link' in entry) {
        entry.serviceName = sharedName(entry.serviceId, entry.serviceName);
        entry.link = ownText(entry.link);
        linkCharacters += entry.link.length;
      }
      entries.push({ entry, atMs: performance.now() });
      while (entries.length - first > MOST_ENTRIES || linkCharacters > MOST_LINK_CHARACTERS) {
        forgetFirst();
        dropped++;
      }
    },
    /** The remembered entries, oldest first. Later changes of the memory do not affect it. */
    all: (): Remembered[] => entries.slice(first),
    /** Forgets what was acknowledged before this time, by `performance.now`. */
    forgetBefore(ms: number): void {
      for (let oldest = entries[first]; oldest && oldest.atMs < ms; oldest = entries[first]) forgetFirst();
      if (entries.length === first) serviceNames.clear();
    },
    /** `dropped` counts the entries that had to be forgotten early, to limit the memory. */
    figures: () => ({ remembered: entries.length - first, dropped }),
  };

  function forgetFirst(): void {
    const oldest = entries[first++]?.entry;
    if (oldest && 'link' in oldest) linkCharacters -= oldest.link.length;
    // Rarely, so that the cost per entry stays small.
    if (first < 1_000 || first < entries.length / 2) return;
    entries = entries.slice(first);
    first = 0;
  }

  function sharedName(serviceId: number, name: string): string {
    if (serviceNames.get(serviceId) !== name) serviceNames.set(serviceId, name);
    return serviceNames.get(serviceId) ?? name;
  }
}

/** A copy: a trimmed text can keep the much longer one that it was cut from in memory. */
function ownText(text: string): string {
  return ` ${text}`.slice(1);
}

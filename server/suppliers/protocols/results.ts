import type { UnreadableReason } from '#shared/supplier-fields.ts';
import type { SupplierMicros } from '#shared/supplier-money.ts';

/** What the client needs of a supplier's row. */
export interface CallableSupplier {
  id: number;
  url: string;
  sealedKey: string;
  /** Whether `add` sends a `request_id`. */
  idempotent: boolean;
  /** Where the answer of `add` has the number of the order, as names with points between; null for the protocol's own place. */
  orderPlace?: string | null;
}

/**
 * Why nothing was bought.
 * - `not_connected`: the request never arrived: name not resolved, connection refused, TLS failed, address not allowed
 * - `account`: the key or the account; the supplier has to be stopped
 * - `service`: the service; the source has to be paused
 * - `funds`: the balance at the supplier is not enough
 * - `link_in_use`: an order with this link is active; it may be ours
 * - `order`: this order: its quantity, its link, its comments
 */
export type RefusalReason = 'not_connected' | 'account' | 'service' | 'funds' | 'link_in_use' | 'order';

/** Texts are the supplier's words, or the panel's about a missing response: one line, at most 500 characters, without the key. */
export interface Refused {
  kind: 'refused';
  reason: RefusalReason;
  text: string;
  /** Undefined without a response. */
  httpStatus?: number;
}

/** The supplier answered with status 429: it did nothing. */
export interface Throttled {
  kind: 'throttled';
  /** From 1 to 3600. */
  retryAfterSeconds: number;
}

/** The supplier may have done it. Only evidence or a person settles it. */
export interface Unknown {
  kind: 'unknown';
  text: string;
  /** The supplier's own words beside `error`, if they are all that is not known: below 500, without an id. */
  words?: string;
  /** A person has said that these words may mean a purchase. */
  isKnown?: true;
}

export type AddResult = { kind: 'accepted'; externalOrderId: string } | Refused | Throttled | Unknown;
export type RefillResult = { kind: 'accepted'; externalRefillId: string } | Refused | Throttled | Unknown;

/** A reading call failed. It changes nothing at the supplier, so it may be repeated. */
export interface Failed {
  kind: 'failed';
  /**
   * - `no_answer`: no response, or one that is not JSON
   * - `account`: the supplier refuses the key or the account
   * - `throttled`: status 429
   * - `refused`: another error of the supplier
   * - `unreadable`: JSON of another form
   */
  reason: 'no_answer' | 'account' | 'throttled' | 'refused' | 'unreadable';
  text: string;
  /** Of `throttled`, from 1 to 3600. */
  retryAfterSeconds?: number;
}

/** What `balance` and `services` need of a supplier's row. */
export interface BalanceSupplier extends CallableSupplier {
  /** The currency that its amounts are in, as ISO 4217 writes it. */
  currency: string;
}

export type BalanceResult =
  | { kind: 'answered'; balanceMicros: SupplierMicros; currency?: string }
  /** The balance is in another currency than the supplier's, which is `text`, in capitals. */
  | { kind: 'other_currency'; balanceMicros: SupplierMicros; text: string }
  | { kind: 'account'; text: string }
  | Failed;

/** A line of a supplier's list that can be read. Texts have no control characters that a database refuses. */
export interface ListedService {
  /** Its id at the supplier, as text. */
  externalId: string;
  name: string;
  category: string;
  /** Empty if the list has none. */
  description: string;
  /** The supplier's word for the type; `Default` if the list has none. */
  tradeType: string;
  /** In the supplier's currency, for 1000 units or one package, with the supplier's digits. */
  costMicros: SupplierMicros;
  min: number;
  max: number;
  refill: boolean;
  cancel: boolean;
}

/** How many lines that can't be read are kept with their reasons. */
export const MAX_UNREADABLE = 1_000;

export type ServicesResult =
  | {
      kind: 'answered';
      /** Each id once. */
      services: ListedService[];
      /** The first lines that can't be read, at most {@link MAX_UNREADABLE}, and how many there are. */
      unreadable: { line: number; externalId: string | null; name: string; reason: UnreadableReason }[];
      unreadableCount: number;
      /** The ids of those that have one: they are not gone. */
      unreadableIds: string[];
    }
  | Failed;

/** The supplier's response about one order. */
export type OrderAnswer =
  | {
      kind: 'status';
      /** As the supplier writes it; see `plainWord`. */
      word: string;
      charge?: SupplierMicros;
      /** Of the charge, such as `USD`. */
      currency?: string;
      startCount?: number;
      /** As the supplier says it: it may be negative, or above the quantity. */
      remains?: number;
    }
  /** The supplier does not know the order, or left it out of its response. */
  | { kind: 'not_known'; text: string }
  | { kind: 'unreadable'; text: string };

export type StatusResult =
  | {
      kind: 'answered';
      /** An id without an entry was not asked for: an old panel is asked for few orders at a time. */
      orders: Map<string, OrderAnswer>;
      /** The HTTP calls that it took. */
      calls: number;
    }
  | Failed;

/** The supplier's response about one refill, which has a word only. */
export type RefillAnswer = OrderAnswer;
export type RefillStatusResult = { kind: 'answered'; refills: Map<string, RefillAnswer> } | Failed;

/** `asked` means that the supplier has the request, not that the order is canceled. */
export type CancelAnswer =
  | { kind: 'asked' }
  | { kind: 'refused'; text: string }
  /** Left out of the response, or not readable: it may have been asked. */
  | { kind: 'unknown'; text: string };
export type CancelResult = { kind: 'answered'; orders: Map<string, CancelAnswer> } | Refused | Throttled | Unknown;

/** What is bought. */
export interface OrderToAdd {
  /** The service's id at the supplier. */
  externalId: string;
  link: string;
  /** Not sent beside `comments`. */
  quantity?: number | undefined;
  /** One a line. */
  comments?: string | undefined;
  /** The same with every attempt; sent only to suppliers that take it. */
  requestId?: string | undefined;
}

/** The most ids of one call. */
export const MAX_IDS = 100;

import { MATCH_HOURS, type RechargeReason } from '#shared/evidence.ts';
import { formatDollars, type Nanos } from '#shared/money.ts';
import type { Held } from './judge-id.ts';
import { takaOf } from './prove-balance.ts';

type HeldRequest = Held<RechargeReason>;

/** A message of money in. */
export interface Payment {
  kind: string;
  amountPoisha: number;
  payer: string | null;
  at: Date;
  /** The number of the account that its SIM serves; null if every SIM serves all, undefined for a SIM without one. */
  account: string | null | undefined;
  isOfRevokedPhone: boolean;
  /** Why its phone may be off; undefined for one that is alive, and for a statement. */
  silence: HeldRequest | undefined;
  /** Why the message itself is held back. */
  held: HeldRequest | undefined;
}

/** A pending request with its transaction id. */
export interface Request {
  amountNanos: Nanos;
  paidTaka: number;
  createdAt: Date;
  /** Where the customer says that the money came from: `own`, `agent`, or the last digits of the number. */
  payer: string | null;
  agreesInPayer: boolean;
  /** The numbers that count for it: the one that was displayed, and the method's others. */
  accounts: string[];
  isBlocked: boolean;
  isFirst: boolean;
  /** What messages have credited today. */
  customerDayNanos: Nanos;
  methodDayNanos: Nanos;
}

export interface Caps {
  evidenceMostRequestNanos: Nanos;
  evidenceMostCustomerDayNanos: Nanos;
  evidenceMostMethodDayNanos: Nanos;
  evidenceMostWithoutPayerNanos: Nanos;
  firstRechargeByHand: boolean;
}

/** Messages of other kinds are money in that a person looks at: an agent's cash-in names the agent. */
const CREDITING_KINDS = new Set(['received', 'received-npsb', 'merchant-payment', 'statement']);

/** Why a message of money in is never credited by itself; undefined if it may be. */
export function judgePayment({ kind, payer }: { kind: string; payer: string | null }): HeldRequest | undefined {
  if (!CREDITING_KINDS.has(kind)) return { reason: 'kind', values: [kind] };
  return payer !== null && !/^\+?[\dX*]{4,16}$/i.test(payer) ? { reason: 'payer_is_name', values: [payer] } : undefined;
}

/**
 * Judges whether a message credits a request without a person. Both have the same transaction id, and the method is the phone's.
 * @returns why not, what staff can do most about first; undefined if it does
 */
export function judgeRequest(payment: Payment, request: Request, caps: Caps): HeldRequest | undefined {
  const { amountPoisha, account } = payment;
  const held = (reason: RechargeReason, ...values: string[]): HeldRequest => ({ reason, values });
  const hoursApart = Math.abs(payment.at.getTime() - request.createdAt.getTime()) / 3_600_000;
  // A number whose end is masked agrees with any.
  const isTold = request.payer !== null && request.payer !== 'agent' && /\d{3}$/.test(payment.payer ?? '');
  if (account === undefined) return held('sim_unknown');
  if (account !== null && !request.accounts.includes(account)) return held('account', account);
  if (amountPoisha !== request.paidTaka * 100)
    return held('amount', takaOf(amountPoisha), takaOf(request.paidTaka * 100));
  if (request.payer === 'agent') return held('agent');
  if (isTold && !request.agreesInPayer) return held('payer_differs', payment.payer ?? '');
  if (hoursApart > MATCH_HOURS) return held('too_far');
  if (payment.held) return payment.held;
  if (payment.isOfRevokedPhone) return held('phone_revoked');
  if (payment.silence) return payment.silence;
  if (request.isBlocked) return held('blocked');
  const { amountNanos } = request;
  if (amountNanos > caps.evidenceMostRequestNanos)
    return held('cap_request', formatDollars(caps.evidenceMostRequestNanos));
  if (!isTold && amountNanos > caps.evidenceMostWithoutPayerNanos)
    return held('cap_payer', formatDollars(caps.evidenceMostWithoutPayerNanos));
  if (request.customerDayNanos + amountNanos > caps.evidenceMostCustomerDayNanos)
    return held('cap_customer', formatDollars(caps.evidenceMostCustomerDayNanos));
  if (request.methodDayNanos + amountNanos > caps.evidenceMostMethodDayNanos)
    return held('cap_method', formatDollars(caps.evidenceMostMethodDayNanos));
  return caps.firstRechargeByHand && request.isFirst ? held('first_recharge') : undefined;
}

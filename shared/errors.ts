import { BATCH_MAX_CALLS } from './batch.ts';
import type { ImportedColumn } from './catalogue-file.ts';
import type { AtSupplier } from './forward-states.ts';
import type { KeyScope } from './key-scopes.ts';
import { amountTooLarge, type Micros, type Nanos, type Taka } from './money.ts';
import type { ServiceTarget } from './paste/fit.ts';
import type { Target } from './paste/target.ts';
import type { RequestBlock } from './request-status.ts';
import type { Reviewer } from './reviewers.ts';
import type { NamedServiceFields } from './services.ts';
import type { SupplierFields } from './suppliers.ts';

/** Every error code of the product with its default message. A thrown error may carry a more precise message. */
export const errorMessages = {
  bad_input: 'Some fields need your attention.',
  unauthenticated: 'You need to login first',
  session_ended: 'Your session has ended. Please log in again.',
  forbidden: 'You are not allowed to do this.',
  foreign_origin: 'This request did not come from the panel. Open the panel and try again.',
  blocked: 'This account is blocked. Please contact support.',
  invalid_credentials: 'Invalid credentials',
  wrong_password: 'The current password is not right.',
  reset_token_invalid: 'This reset link is no longer valid. Please ask for a new one.',
  email_token_invalid: 'This link is no longer valid. Please change your email address again.',
  second_factor_required: 'Enter the code of your authenticator app, or a recovery code.',
  wrong_code: 'This code is not right, or was used before. Enter the next one.',
  second_factor_on: 'Two-factor authentication is on already. Turn it off first.',
  second_factor_off: 'Two-factor authentication is not on.',
  second_factor_missing: 'Admins of this shop need two-factor authentication. Set it up in your profile first.',
  reauthentication_required: 'Please confirm that it is you.',
  too_many_keys: 'You already have 10 API keys. Revoke one first.',
  key_scope_missing: 'This API key does not have the scope for this call.',
  key_not_allowed: 'API keys can not do this. Log in to the panel instead.',
  secrets_key_missing:
    'The server can not store secrets yet. Set SECRETS_KEY to the output of "openssl rand -base64 32" and start it again.',
  user_name_taken: 'This user name is already taken.',
  email_taken: 'An account with this email already exists.',
  not_found: 'Not found.',
  service_not_found: 'This service is no longer available.',
  service_changed: 'Somebody else has changed this service since you opened it.',
  supplier_changed: 'Somebody else has changed this supplier since you opened it.',
  comments_required:
    'This service needs comments, one a line. If this page has no field for them, reload it and order again.',
  quantity_out_of_range: 'The quantity is outside what this service accepts.',
  catalogue_changed: 'The catalogue has changed since this preview. Look at what would be done now.',
  request_not_possible: 'This request is not possible for this order now.',
  price_changed: 'The price has changed. Please check it and submit again.',
  amount_too_large: amountTooLarge,
  link_does_not_fit: 'The link does not fit the service.',
  link_in_use: 'You already have an open order of this service for this link. Please wait until it has ended.',
  insufficient_balance: 'Insufficient balance. Please add balance and try again.',
  idempotency_conflict: 'This request id was already used for a different request.',
  repeated_gift:
    'You gave this user the same amount less than a minute ago. Check their statement; to give it again, confirm it.',
  order_final: 'This order is already done and can no longer be changed.',
  order_transition: 'A rejected order can only be approved again.',
  remaining_out_of_range: 'The undelivered units must be at least 1 and fewer than the ordered quantity.',
  remains_out_of_range: 'The remains must be at most the ordered quantity.',
  rate_changed: 'The rate has changed. Please check the total and submit again.',
  method_unavailable: 'This payment method is not available. Please choose another one.',
  method_in_use: 'This payment method has recharges. Switch it off instead of deleting it.',
  reference_used: 'This transaction ID has already been used.',
  too_many_pending: 'You already have 5 pending recharges. Please wait until one is decided.',
  shadow_needed:
    'This method can not credit by itself yet. Its last 100 decisions by people must agree with the messages, and at least 50 of them must be ones that the panel would have credited.',
  no_message: 'There is no message of a payment with this transaction ID.',
  order_waits: 'Another order already waits for your payment. Call it back first.',
  too_many_corrections: 'A transaction ID can be corrected three times. Please open a ticket.',
  already_decided: 'This has already been decided.',
  cost_changed: 'The cost has changed since you opened it.',
  settings_changed: 'Another admin has changed these settings since you opened them.',
  ticket_closed: 'This ticket is closed. Open it again to write in it.',
  too_many_tickets:
    'You already have 10 tickets that are not closed. Write in one of them, or close one that is settled.',
  too_many_messages: 'You have sent many messages within an hour. Please wait a while and try again.',
  too_many_favourites: 'You already have 500 favourites. Take one out first.',
  too_many_webhooks: 'You already have 10 webhooks. Delete one first.',
  address_refused: 'This address can not be called from here.',
  webhook_off: 'This webhook is off. Switch it on first.',
  signature_invalid:
    'This phone is unknown or revoked, its signature is wrong, or its clock differs from the server by more than five minutes.',
  supplier_may_deliver: 'The supplier may deliver this order: then you pay twice. Confirm the rejection.',
  at_supplier: 'This order is at a supplier. To complete it all the same, send confirmAtSupplier: true.',
  job_over: 'This job has already ended.',
  self_block: "You can't block yourself.",
  last_admin: "The last active admin can't be blocked.",
  user_blocked: 'This user is blocked. Unblock them first.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  busy: 'The server is busy. Please try again in a moment.',
  batch_too_large: `A batch has at most ${BATCH_MAX_CALLS} calls. Send fewer at a time.`,
  payload_too_large: 'The request is too large.',
  internal: 'Something went wrong on our side. Please try again.',
} as const;

/** The 415 message for a body that is not JSON. */
export const notJsonMessage = 'Please send JSON, with the header Content-Type: application/json';

export type ErrorCode = keyof typeof errorMessages;

/** The message of `blocked`, with the reason if there is one. Shown only after the correct password. */
export function blockedMessage(reason: string | null): string {
  return reason ? `${errorMessages.blocked} Reason: ${reason}` : errorMessages.blocked;
}

const SECONDS_PER_MINUTE = 60;

/** The message of `too_many_requests`, with the time to wait. */
export function tooManyRequestsMessage(retryAfterSeconds: number): string {
  return `Too many attempts. Please try again in ${waitInWords(retryAfterSeconds)}.`;
}

/** The message of `too_many_messages`, with the time to wait. */
export function tooManyMessagesMessage(retryAfterSeconds: number): string {
  return `You have sent many messages within an hour. Please write again in ${waitInWords(retryAfterSeconds)}.`;
}

/** In minutes from two minutes on, rounded up. */
function waitInWords(retryAfterSeconds: number): string {
  const isLong = retryAfterSeconds >= 2 * SECONDS_PER_MINUTE;
  const count = isLong ? Math.ceil(retryAfterSeconds / SECONDS_PER_MINUTE) : retryAfterSeconds;
  const unit = isLong ? 'minutes' : count === 1 ? 'second' : 'seconds';
  return `${count} ${unit}`;
}

/** Input field (dotted path) → the messages to show next to it. */
export type FieldErrors = Record<string, string[]>;

/** Facts of an error that a client can act on. */
export interface ErrorDetails {
  /** price_changed: the order's current charge. */
  chargeNanos?: Nanos;
  /** request_not_possible: the reason, and when it becomes possible (ISO 8601), if it does. */
  block?: RequestBlock;
  possibleAt?: string;
  /** price_changed: the service's current price. */
  priceMicros?: Micros;
  /** quantity_out_of_range: the service's limits. */
  min?: number;
  max?: number;
  /** link_does_not_fit: what the link leads to, and what the service takes. */
  read?: Target;
  expected?: ServiceTarget;
  /** insufficient_balance: the wallet's balance. */
  balanceNanos?: Nanos;
  /** service_changed: the current service. */
  changedTo?: NamedServiceFields & { updatedAt: string };
  /** supplier_changed: the current supplier. */
  changedSupplier?: SupplierFields & { updatedAt: string };
  /** rate_changed: taka to pay at today's rate. */
  paidTaka?: Taka;
  /** already_decided: the status, the admin's user name or the automatic reviewer, and the time (ISO 8601). */
  status?: string;
  decidedBy?: string;
  decider?: Reviewer;
  decidedAt?: string;
  /** at_supplier: where the order is. */
  atSupplier?: AtSupplier | undefined;
  /** bad_input of a catalogue file: its columns, as far as its headers tell. */
  columns?: ImportedColumn[];
  /** settings_changed: the admin's user name and the time (ISO 8601). */
  changedBy?: string;
  changedAt?: string;
  /** key_scope_missing: the scope that the call needs. */
  scope?: KeyScope;
  /** reauthentication_required: what the caller has to enter. */
  confirmBy?: 'password' | 'code';
  /** too_many_requests, too_many_messages, busy: when to try again. */
  retryAfterSeconds?: number;
}

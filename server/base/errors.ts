import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';
import { isUnavailable, pgErrorOf } from '#db/errors.ts';
import { type ErrorCode, type ErrorDetails, errorMessages, type FieldErrors } from '#shared/errors.ts';

/** Maps each domain error code to tRPC's code, and through it to the HTTP status of tRPC and REST. */
export const trpcCodes: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  bad_input: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  session_ended: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  foreign_origin: 'FORBIDDEN',
  blocked: 'FORBIDDEN',
  invalid_credentials: 'UNAUTHORIZED',
  wrong_password: 'BAD_REQUEST',
  reset_token_invalid: 'BAD_REQUEST',
  email_token_invalid: 'BAD_REQUEST',
  second_factor_required: 'UNAUTHORIZED',
  wrong_code: 'BAD_REQUEST',
  second_factor_on: 'CONFLICT',
  second_factor_off: 'CONFLICT',
  second_factor_missing: 'FORBIDDEN',
  reauthentication_required: 'FORBIDDEN',
  too_many_keys: 'CONFLICT',
  key_scope_missing: 'FORBIDDEN',
  key_not_allowed: 'FORBIDDEN',
  secrets_key_missing: 'PRECONDITION_FAILED',
  user_name_taken: 'CONFLICT',
  email_taken: 'CONFLICT',
  not_found: 'NOT_FOUND',
  service_not_found: 'NOT_FOUND',
  service_changed: 'CONFLICT',
  supplier_changed: 'CONFLICT',
  comments_required: 'BAD_REQUEST',
  request_not_possible: 'CONFLICT',
  quantity_out_of_range: 'BAD_REQUEST',
  catalogue_changed: 'CONFLICT',
  price_changed: 'CONFLICT',
  amount_too_large: 'BAD_REQUEST',
  link_does_not_fit: 'CONFLICT',
  link_in_use: 'CONFLICT',
  insufficient_balance: 'PAYMENT_REQUIRED',
  idempotency_conflict: 'CONFLICT',
  repeated_gift: 'CONFLICT',
  order_final: 'CONFLICT',
  order_transition: 'CONFLICT',
  remaining_out_of_range: 'BAD_REQUEST',
  remains_out_of_range: 'BAD_REQUEST',
  rate_changed: 'CONFLICT',
  method_unavailable: 'BAD_REQUEST',
  method_in_use: 'CONFLICT',
  reference_used: 'CONFLICT',
  shadow_needed: 'CONFLICT',
  no_message: 'CONFLICT',
  order_waits: 'CONFLICT',
  too_many_corrections: 'CONFLICT',
  too_many_pending: 'CONFLICT',
  already_decided: 'CONFLICT',
  cost_changed: 'CONFLICT',
  settings_changed: 'CONFLICT',
  ticket_closed: 'CONFLICT',
  too_many_tickets: 'CONFLICT',
  too_many_messages: 'TOO_MANY_REQUESTS',
  too_many_favourites: 'CONFLICT',
  too_many_webhooks: 'CONFLICT',
  address_refused: 'BAD_REQUEST',
  webhook_off: 'CONFLICT',
  signature_invalid: 'UNAUTHORIZED',
  supplier_may_deliver: 'CONFLICT',
  at_supplier: 'CONFLICT',
  job_over: 'CONFLICT',
  self_block: 'CONFLICT',
  last_admin: 'CONFLICT',
  user_blocked: 'CONFLICT',
  too_many_requests: 'TOO_MANY_REQUESTS',
  busy: 'SERVICE_UNAVAILABLE',
  batch_too_large: 'BAD_REQUEST',
  payload_too_large: 'PAYLOAD_TOO_LARGE',
  internal: 'INTERNAL_SERVER_ERROR',
};

interface DomainErrorOptions {
  /** A more precise message than the code's default. */
  message?: string;
  /** Messages to show next to input fields. */
  fieldErrors?: FieldErrors;
  /** Facts that a client can act on. */
  details?: ErrorDetails;
}

/** The only error that domain verbs throw: a refusal with a message for the user, never a server fault. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly fieldErrors: FieldErrors | undefined;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, options: DomainErrorOptions = {}) {
    super(options.message ?? errorMessages[code]);
    this.code = code;
    this.fieldErrors = options.fieldErrors;
    this.details = options.details;
  }
}

/** An error of one input field, with the same message there. */
export function fieldError(code: ErrorCode, field: string, message: string = errorMessages[code]): DomainError {
  return new DomainError(code, { message, fieldErrors: { [field]: [message] } });
}

/**
 * The domain error for a caught error: a verb's own, PostgreSQL's for input that no schema refuses, or `busy` while the database is
 * unavailable.
 * @param options.ofInput whether a `ZodError` is invalid input and not a server fault
 * @returns undefined for an unexpected error.
 */
export function refusalIn(error: unknown, { ofInput = false } = {}): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (ofInput && error instanceof ZodError) return refusalOfInput(error);
  if (isUnavailable(error)) return busy();
  const refused = pgErrorOf(error);
  return refused && postgresRefusals[refused.code];
}

/**
 * By SQLSTATE: a NUL character in a text or in JSON, a text that is not a number or uuid, a number out of range; then a lock timeout, a
 * deadlock and a statement timeout, each rolled back. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const postgresRefusals: Record<string, DomainError> = {
  '22021': unstorable(),
  '22P05': unstorable(),
  '22P02': new DomainError('bad_input'),
  '22003': new DomainError('bad_input', { message: 'A number is out of range.' }),
  '55P03': busy(),
  '40P01': busy(),
  '57014': busy(),
};

function unstorable(): DomainError {
  return new DomainError('bad_input', { message: 'The text has a character that can not be stored.' });
}

function busy(): DomainError {
  return new DomainError('busy', { details: { retryAfterSeconds: 1 } });
}

/** The message is the first problem; forms display each one next to its field. */
function refusalOfInput(error: ZodError): DomainError {
  const fieldErrors = fieldErrorsOf(error);
  return new DomainError('bad_input', { message: Object.values(fieldErrors)[0]?.[0], fieldErrors });
}

/** Enough to find the mistake; a long body can contain a hundred thousand. */
const MOST_UNKNOWN_FIELDS = 20;

/** The messages of invalid input by dotted field path. An unknown field gets a message of its own. */
function fieldErrorsOf(error: ZodError): FieldErrors {
  // Clients choose the field names, and an object with a prototype has a `constructor`.
  const fieldErrors = Object.create(null) as FieldErrors;
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MOST_UNKNOWN_FIELDS) : [''];
    for (const key of keys) {
      const path = [...issue.path, key].filter((part) => part !== '').join('.');
      fieldErrors[path] = [...(fieldErrors[path] ?? []), messageOf(issue)];
    }
  }
  return fieldErrors;
}

/** The message for one problem of an input. */
export function messageOf({ code, message }: Pick<ZodError['issues'][number], 'code' | 'message'>): string {
  return code === 'unrecognized_keys' ? 'This field is not known here' : message;
}

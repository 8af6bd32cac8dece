import { TRPCClientError } from '@trpc/client';
import type { AppRouter, ErrorCode, ErrorDetails } from './contract.ts';

/** The details that an error of some codes has. Every field may be missing. */
interface DetailsOf {
  price_changed: Pick<ErrorDetails, 'chargeNanos' | 'priceMicros'>;
  quantity_out_of_range: Pick<ErrorDetails, 'min' | 'max'>;
  insufficient_balance: Pick<ErrorDetails, 'balanceNanos'>;
  rate_changed: Pick<ErrorDetails, 'paidTaka'>;
  request_not_possible: Pick<ErrorDetails, 'block' | 'possibleAt'>;
  service_changed: Pick<ErrorDetails, 'changedTo'>;
  supplier_changed: Pick<ErrorDetails, 'changedSupplier'>;
  already_decided: Pick<ErrorDetails, 'status' | 'decidedBy' | 'decidedAt'>;
  settings_changed: Pick<ErrorDetails, 'changedBy' | 'changedAt'>;
  key_scope_missing: Pick<ErrorDetails, 'scope'>;
  reauthentication_required: Pick<ErrorDetails, 'confirmBy'>;
  too_many_requests: Pick<ErrorDetails, 'retryAfterSeconds'>;
  too_many_messages: Pick<ErrorDetails, 'retryAfterSeconds'>;
  busy: Pick<ErrorDetails, 'retryAfterSeconds'>;
}

/** `no_answer`: the panel could not be reached, or its answer was lost. A mutation may have been carried out. */
export type PanelErrorCode = ErrorCode | 'no_answer';

/** What all errors of a call have. */
interface PanelErrorFields {
  /** Input field (dotted path) → messages. */
  readonly fieldErrors: Record<string, string[]>;
  /** The request's id in the panel's log, for questions to its admins. */
  readonly traceId: string | null;
  /** The request id of a mutation that takes one. Repeated with it as `requestId`, the call happens once. Null for other calls. */
  readonly requestId: string | null;
}

/** An error of a call. `code` decides the type of `details`. */
export type PanelError = {
  [Code in PanelErrorCode]: TRPCClientError<AppRouter> &
    PanelErrorFields & {
      readonly code: Code;
      readonly details: Code extends keyof DetailsOf ? DetailsOf[Code] : ErrorDetails;
    };
}[PanelErrorCode];

class CallError extends TRPCClientError<AppRouter> {
  readonly code: PanelErrorCode;
  readonly fieldErrors: Record<string, string[]>;
  readonly details: ErrorDetails;
  readonly traceId: string | null;
  readonly requestId: string | null;

  constructor(error: TRPCClientError<AppRouter>, requestId: string | undefined) {
    super(error.message, { cause: error, ...(error.shape && { result: { error: error.shape } }) });
    // The parent's constructor has set its own.
    Object.setPrototypeOf(this, CallError.prototype);
    this.name = 'PanelError';
    this.code = error.data?.domainCode ?? 'no_answer';
    this.fieldErrors = error.data?.fieldErrors ?? {};
    this.details = error.data?.details ?? {};
    this.traceId = error.data?.traceId ?? null;
    this.requestId = requestId ?? error.data?.requestId ?? null;
  }
}

/**
 * Whether an error was thrown by a call of the panel. Its `code` distinguishes the cases:
 * `if (isPanelError(error) && error.code === 'insufficient_balance') error.details.balanceNanos`.
 */
export function isPanelError(error: unknown): error is PanelError {
  return error instanceof CallError;
}

/**
 * The error of a call, with the panel's code and details.
 * @param requestId that the call was sent with
 */
export function toPanelError(error: TRPCClientError<AppRouter>, requestId?: string): PanelError {
  return (error instanceof CallError ? error : new CallError(error, requestId)) as PanelError;
}

/** Why a call has no answer. */
export type FailureReason =
  | 'address_refused'
  | 'name_not_resolved'
  | 'connection_failed'
  | 'tls_failed'
  | 'timed_out'
  | 'answer_too_large'
  | 'answer_unreadable';

export interface Failure {
  reason: FailureReason;
  /** Whether the server may have received the request. False is certain. */
  mayHaveArrived: boolean;
}

/** A failure within a call, which the caller receives as a value. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The reason behind a caught error; a connection's own error is `connection_failed`. */
export function failureOf(error: unknown): FailureReason {
  if (error instanceof OutboundError) return error.reason;
  return codeOf(error) === 'HPE_HEADER_OVERFLOW' ? 'answer_too_large' : 'connection_failed';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

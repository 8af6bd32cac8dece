import { useState } from 'react';
import { v7 } from 'uuid';

/** An idempotency key: created before the first try and used for every retry of the same action. */
export function newRequestId(): string {
  return v7();
}

/**
 * One idempotency key for each opening of a form or dialog. Mount the form when it opens; call `renew` after a success if the
 * form stays open.
 * @param unanswered the key of an earlier unanswered try to continue
 */
export function useRequestId(unanswered?: string): { requestId: string; renew: () => void } {
  const [requestId, setRequestId] = useState(() => unanswered ?? newRequestId());
  return { requestId, renew: () => setRequestId(newRequestId()) };
}

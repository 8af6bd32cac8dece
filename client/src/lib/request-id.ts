import { useState } from 'react';
import { v7 } from 'uuid';

/** An idempotency key: made before the first try and kept for every retry of the same intent. */
export function newRequestId(): string {
  return v7();
}

/**
 * One idempotency key for each opening of a form or dialog. Mount the form when it opens; call `renew` after a success
 * when the same form stays open for another go.
 * @param unanswered the key of an earlier try whose answer never came, to go on with
 */
export function useRequestId(unanswered?: string): { requestId: string; renew: () => void } {
  const [requestId, setRequestId] = useState(() => unanswered ?? newRequestId());
  return { requestId, renew: () => setRequestId(newRequestId()) };
}

import { useState } from 'react';
import { v7 } from 'uuid';

/** An idempotency key: made before the first try and kept for every retry of the same intent. */
export function newRequestId(): string {
  return v7();
}

/**
 * One idempotency key for each opening of a form or dialog. Mount the form when it opens; call `renew` after a success
 * when the same form stays open for another go.
 */
export function useRequestId(): { requestId: string; renew: () => void } {
  const [requestId, setRequestId] = useState(newRequestId);
  return { requestId, renew: () => setRequestId(newRequestId()) };
}

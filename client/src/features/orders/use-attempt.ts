import { useRef, useState } from 'react';
import { type DraftOf, forgetOrderDraft, keepOrderDraft, readOrderDraft } from '../../lib/order-draft.ts';
import { newRequestId } from '../../lib/request-id.ts';
import type { OrderFormHandle } from './use-tell-refusal.ts';

/** The key of one order over all tries to place it: kept with the draft for as long as nobody knows how the last one went. */
export function useAttempt(of: DraftOf, form: Pick<OrderFormHandle, 'getValues'>) {
  const [unansweredId, setUnansweredId] = useState(() => readOrderDraft(of)?.requestId);
  const requestId = useRef(unansweredId ?? newRequestId());

  const keepKey = (sent: string | undefined) => {
    const draft = readOrderDraft(of);
    if (draft) keepOrderDraft(of, { ...draft, requestId: sent });
  };

  return {
    /** Set while nobody knows whether the last try placed an order. */
    unansweredId,
    /** @returns the key to send */
    begin: (): string => {
      keepOrderDraft(of, { ...form.getValues(), requestId: requestId.current });
      return requestId.current;
    },
    /** The draft after an answer, or none, whoever shows the form by now. */
    settle: {
      done: () => forgetOrderDraft(of),
      failed: () => keepKey(undefined),
      unanswered: ({ requestId: sent }: { requestId?: string | undefined }) => keepKey(sent),
    },
    /** For the form that is shown. */
    showFailed: () => setUnansweredId(undefined),
    showUnanswered: () => setUnansweredId(requestId.current),
    /** For another order: the last key belongs to one that was placed. */
    renewKey: () => {
      requestId.current = newRequestId();
    },
    /** The same where the form goes on with another order. */
    renew: () => {
      requestId.current = newRequestId();
      setUnansweredId(undefined);
    },
  };
}

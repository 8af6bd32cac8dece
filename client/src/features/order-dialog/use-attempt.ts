import { useRef, useState } from 'react';
import { type AppError, isUnsure } from '../../lib/errors.ts';
import { newRequestId } from '../../lib/request-id.ts';
import { type DraftOf, forgetOrderDraft, keepOrderDraft, readOrderDraft } from './order-draft.ts';
import type { OrderFormHandle } from './use-tell-refusal.ts';

/** The key of one order over all tries to place it: kept with the draft for as long as nobody knows how the last one went. */
export function useAttempt(of: DraftOf, form: Pick<OrderFormHandle, 'getValues'>) {
  const [unansweredId, setUnansweredId] = useState(() => readOrderDraft(of)?.requestId);
  const requestId = useRef(unansweredId ?? newRequestId());
  const keepDraft = (id?: string) => keepOrderDraft(of, { ...form.getValues(), requestId: id });

  /** @returns the key to send */
  const begin = (): string => {
    keepDraft(requestId.current);
    return requestId.current;
  };
  const succeed = () => forgetOrderDraft(of);
  const fail = (error: AppError) => {
    const mayBePlaced = isUnsure(error);
    setUnansweredId(mayBePlaced ? requestId.current : undefined);
    if (!mayBePlaced) keepDraft();
  };
  /** For another order: the last key belongs to one that was placed. */
  const renewKey = () => {
    requestId.current = newRequestId();
  };

  return { unansweredId, begin, succeed, fail, renewKey };
}

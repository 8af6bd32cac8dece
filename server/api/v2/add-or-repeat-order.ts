import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#shared/users.ts';
import type { Deps } from '../../base/deps.ts';
import { markUndelivered, takeUndelivered } from '../../features/orders/undelivered-orders.ts';
import { addOrder } from './add-order.ts';
import type { Parameters } from './parameters.ts';
import { answerTo } from './refusal.ts';

/** How the answer to a call fares. */
export interface Delivery {
  keyId: number;
  /** Whether the caller has disconnected. */
  isLost: () => boolean;
  /** Acts once if the caller disconnects before the answer is written. */
  whenLost: (act: () => Promise<void>) => void;
  /** Whether the caller already has another answer: that of a stop. */
  isAnswered: () => boolean;
}

/**
 * Places an order like {@link addOrder}. A client that sends no `request_id` may lose the answer: its next call with the same order within
 * 60 seconds gets the one that was placed. The first such answer that is delivered ends this.
 */
export async function addOrRepeatOrder(
  deps: Pick<Deps, 'db' | 'events' | 'config'>,
  actor: Actor,
  parameters: Parameters,
  delivery: Delivery,
): Promise<string> {
  if (parameters.request_id !== undefined) return addOrder(deps, actor, parameters);
  const { service, link, quantity, comments } = parameters;
  const repeatable = { keyId: delivery.keyId, fields: [service, link, quantity, comments] };
  const repeated = await takeUndelivered(deps.db, repeatable);
  const requestId = repeated ?? uuidv7();
  const mark = () => markUndelivered(deps.db, repeatable, requestId);
  // At once: the next call may come before this one has placed the order.
  delivery.whenLost(mark);
  try {
    const answer = await addOrder(deps, actor, { ...parameters, request_id: requestId }, delivery.isLost);
    if (delivery.isAnswered()) await mark();
    return answer;
  } catch (error) {
    // After a 503 the order may exist. A repetition that was refused has not had its order yet.
    if (repeated !== undefined || answerTo(error).status === 503) await mark().catch(() => undefined);
    throw error;
  }
}

import { sql } from 'drizzle-orm';
import type { RequestDecision } from '#shared/request-status.ts';
import { plainWord } from '#shared/supplier-words.ts';
import { acknowledgeDecidedRequest } from '../../features/orders/requests/decide-request.ts';
import { publishRequest } from '../../features/orders/requests/publish-request.ts';
import { wordOf } from '../../features/orders/statuses/apply-status.ts';
import { meaningOf, type StatusWords } from '../../features/orders/statuses/status-words.ts';
import type { CallableSupplier, RefillAnswer, RefillStatusResult } from '../../suppliers/protocols/results.ts';
import type { ClaimedRequest } from './claim-requests.ts';
import { decide, lockRequest, type RequestDeps } from './send-requests.ts';

/** Words for a refill that the supplier does not do. Other words for an end, such as an error, leave it to the staff. */
const rejections: readonly string[] = ['rejected', 'refused', 'declined', 'canceled', 'cancelled'];

/** Asks for the statuses of refills, and ends the customers' requests that the supplier has done or rejected. */
export async function followRefills(
  deps: RequestDeps & { words: StatusWords },
  supplier: CallableSupplier,
  refills: ClaimedRequest[],
): Promise<RefillStatusResult> {
  const ids = refills.flatMap(({ externalRefillId }) => externalRefillId ?? []);
  const result = await deps.client.refillStatus(supplier, ids);
  if (result.kind === 'failed') return result;
  for (const refill of refills) {
    const answer = result.refills.get(refill.externalRefillId ?? '');
    if (answer) await noteAnswer(deps, refill, answer);
  }
  return result;
}

type Outcome = { decision: RequestDecision } | 'left_to_staff' | undefined;

function outcomeOf(answer: RefillAnswer, words: StatusWords): Outcome {
  if (answer.kind !== 'status') return undefined;
  if (rejections.includes(plainWord(answer.word))) return { decision: 'reject' };
  const meaning = meaningOf(words, answer.word);
  if (meaning === 'completed') return { decision: 'done' };
  return meaning === 'canceled' ? 'left_to_staff' : undefined;
}

async function noteAnswer(
  { db, events, words }: RequestDeps & { words: StatusWords },
  { id, orderId }: ClaimedRequest,
  answer: RefillAnswer,
): Promise<void> {
  const outcome = outcomeOf(answer, words);
  const text = answer.kind === 'status' ? wordOf(answer) : answer.text;
  const { decided, userId } = await db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    const isLeft = outcome === 'left_to_staff';
    await tx.execute(sql`
      update supplier_requests set answer = ${text}, state = case when ${isLeft} then 'refused' else state end,
        due_at = case when ${isLeft} then null else due_at end
      where order_request_id = ${id} and state = 'accepted'`);
    const isOpen = request.closedAt === null;
    const isDecided = isOpen && typeof outcome === 'object';
    return { userId: request.userId, decided: isDecided ? await decide(tx, id, outcome.decision) : undefined };
  });
  if (decided) acknowledgeDecidedRequest({ db, events }, decided);
  else if (outcome === 'left_to_staff') publishRequest(events, { id, orderId, userId });
}

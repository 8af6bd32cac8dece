import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import type { RequestDecision, RequestStatus } from '#shared/request-status.ts';
import type { SupplierRequestState } from '#shared/suppliers.ts';
import type { EventBus } from '../../base/events/event-bus.ts';
import {
  acknowledgeDecidedRequest,
  type DecidedRequest,
  decideRequestWithin,
} from '../../features/orders/requests/decide-request.ts';
import { publishRequest } from '../../features/orders/requests/publish-request.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { CallableSupplier, CancelResult, RefillResult } from '../../suppliers/protocols/results.ts';
import type { ClaimedRequest } from './claim-requests.ts';

export interface RequestDeps {
  db: Db;
  client: SupplierClient;
  events: Pick<EventBus, 'publish'>;
}

/** What a call did for a request. */
interface SentRequest {
  state: Exclude<SupplierRequestState, 'sending'>;
  /** The supplier's words. */
  answer: string | null;
  externalRefillId?: string;
  /** For one that is sent again. */
  pauseSeconds?: number;
}

/** A call that provably did not arrive is repeated this often; then the request stays with the staff. */
const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3_600;

/** Asks for a refill. The supplier's acceptance decides the customer's request; a refusal leaves it to the staff. */
export async function sendRefill(
  deps: RequestDeps,
  supplier: CallableSupplier,
  request: ClaimedRequest,
): Promise<RefillResult> {
  const result = await deps.client.refill(supplier, request.externalOrderId);
  const sent: SentRequest =
    result.kind === 'accepted'
      ? { state: 'accepted', answer: null, externalRefillId: result.externalRefillId }
      : notAccepted(result, request);
  await noteSent(deps, request, sent, result.kind === 'accepted' ? 'accept' : undefined);
  return result;
}

/** Asks to cancel orders, in one call. The order itself is decided by its later status. */
export async function sendCancels(
  deps: RequestDeps,
  supplier: CallableSupplier,
  requests: ClaimedRequest[],
): Promise<CancelResult> {
  const ids = requests.map(({ externalOrderId }) => externalOrderId);
  const result = await deps.client.cancel(supplier, ids);
  for (const request of requests) await noteSent(deps, request, canceled(result, request));
  return result;
}

function canceled(result: CancelResult, request: ClaimedRequest): SentRequest {
  if (result.kind !== 'answered') return notAccepted(result, request);
  const answer = result.orders.get(request.externalOrderId);
  if (answer?.kind === 'asked') return { state: 'accepted', answer: null };
  if (answer) return { state: answer.kind, answer: answer.text };
  return { state: 'unknown', answer: 'The supplier left it out of its response.' };
}

type NotAccepted = Exclude<RefillResult, { kind: 'accepted' }>;

function notAccepted(result: NotAccepted, { attempts }: ClaimedRequest): SentRequest {
  const mayBeSentAgain =
    result.kind === 'throttled' || (result.kind === 'refused' && result.reason === 'not_connected');
  const answer = result.kind === 'throttled' ? 'Too many calls' : result.text;
  if (!mayBeSentAgain) return { state: result.kind, answer };
  if (attempts >= MOST_ATTEMPTS) return { state: 'refused', answer };
  const pauseSeconds = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (attempts - 1));
  const retryAfterSeconds = result.kind === 'throttled' ? result.retryAfterSeconds : 0;
  return { state: 'queued', answer, pauseSeconds: Math.max(pauseSeconds, retryAfterSeconds) };
}

/** Stores what a call did. A request that was decided in the meantime is not decided again. */
async function noteSent(
  { db, events }: RequestDeps,
  { id, orderId, forwardId }: ClaimedRequest,
  sent: SentRequest,
  decision?: RequestDecision,
): Promise<void> {
  const { decided, userId } = await db.transaction(async (tx) => {
    const request = await lockRequest(tx, id);
    const isOpen = request.closedAt === null;
    // Also a request that is over has the supplier's words, but nothing more is sent for it.
    const state = isOpen || sent.state === 'refused' || sent.state === 'unknown' ? sent.state : 'ended';
    await tx.execute(sql`
      update supplier_requests set state = ${state}, answer = ${sent.answer}, updated_at = now(),
        external_refill_id = ${sent.externalRefillId ?? null}, due_at = ${dueAt(state, sent)}
      where order_request_id = ${id} and state = 'sending'`);
    // An order that is asked to be canceled ends soon.
    if (state === 'accepted' && request.kind === 'cancel') {
      await tx.execute(sql`
        update forwards set status_due_at = least(status_due_at, now() + interval '1 minute')
        where id = ${forwardId} and status_due_at is not null`);
    }
    const isDecided = decision !== undefined && request.status === 'pending';
    return { userId: request.userId, decided: isDecided ? await decide(tx, id, decision) : undefined };
  });
  if (decided) acknowledgeDecidedRequest({ db, events }, decided);
  else publishRequest(events, { id, orderId, userId });
}

function dueAt(state: SentRequest['state'], { externalRefillId, pauseSeconds = 0 }: SentRequest) {
  if (state === 'queued') return sql`now() + make_interval(secs => ${pauseSeconds})`;
  return state === 'accepted' && externalRefillId !== undefined ? sql`now() + interval '15 minutes'` : sql`null`;
}

/** Decides a request in the supplier's name. */
export function decide(tx: Tx, id: number, decision: RequestDecision): Promise<DecidedRequest> {
  return decideRequestWithin(tx, { decider: 'supplier' }, { id, decision });
}

export interface LockedRequest extends Record<string, unknown> {
  userId: number;
  kind: 'refill' | 'cancel';
  status: RequestStatus;
  closedAt: Date | null;
}

/** Locks the order first, as decisions do. */
export async function lockRequest(tx: Tx, id: number): Promise<LockedRequest> {
  await tx.execute(
    sql`select from orders where id = (select order_id from order_requests where id = ${id}) for no key update`,
  );
  const [request] = await tx.execute<LockedRequest>(
    sql`select user_id as "userId", kind, status, closed_at as "closedAt" from order_requests where id = ${id}`,
  );
  if (!request) throw new Error(`Request ${id} has disappeared`);
  return request;
}

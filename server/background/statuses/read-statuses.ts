import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { applyStatus, type StatusDeps, wordOf } from '../../features/orders/statuses/apply-status.ts';
import type { ClaimedForward } from '../../features/orders/statuses/claim-statuses.ts';
import { meaningOf, readStatusWords, type StatusWords } from '../../features/orders/statuses/status-words.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import type { CallableSupplier, Failed, OrderAnswer, StatusResult } from '../../suppliers/protocols/results.ts';
import { nextStatus, type UsualTime, usualTimes } from '../../suppliers/status-schedule.ts';

export interface ReadDeps extends StatusDeps {
  client: SupplierClient;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Asks a supplier for the statuses of claimed forwards, in one call, and applies the answers. Statuses without news are noted in one
 * statement. A forward whose answer can't be applied waits for its next turn, and does not stop the others.
 * @param retrySeconds when they are asked for again after a failed call
 */
export async function readStatuses(
  deps: ReadDeps,
  supplier: CallableSupplier,
  forwards: ClaimedForward[],
  retrySeconds: (failed: Failed) => number,
): Promise<StatusResult> {
  const { db, client, log } = deps;
  const ids = forwards.map(({ externalOrderId }) => externalOrderId);
  const result = await client.status(supplier, ids);
  if (result.kind === 'failed') {
    await askAgainIn(db, forwards, retrySeconds(result));
    return result;
  }
  const words = await readStatusWords(db);
  const answered = forwards.map((forward) => ({ forward, answer: result.orders.get(forward.externalOrderId) }));
  const unchanged = answered.filter(({ forward, answer }) => answer && isUnchanged(forward, answer, words));
  await noteUnchanged(
    db,
    unchanged.map(({ forward }) => forward),
  );
  const rest = answered.filter((each) => !unchanged.includes(each));
  for (const { forward, answer } of rest) {
    if (!answer) continue;
    const about = { forwardId: forward.id, orderId: forward.orderId, answer };
    await applyStatus({ ...deps, words }, about).catch((error: unknown) =>
      log.error({ err: error, forwardId: forward.id }, 'a status of a supplier could not be applied'),
    );
  }
  // An old panel is asked for few orders at a time.
  await askAgainIn(
    db,
    rest.filter(({ answer }) => !answer).map(({ forward }) => forward),
    0,
  );
  return result;
}

/** Whether an open order is where it was at the last answer. */
function isUnchanged(forward: ClaimedForward, answer: OrderAnswer, words: StatusWords): boolean {
  if (answer.kind !== 'status' || meaningOf(words, answer.word) !== 'open') return false;
  const { charge = null, remains = null, startCount } = answer;
  const isOpen = forward.orderStatus === 'pending' || forward.orderStatus === 'processing';
  return (
    isOpen &&
    forward.statusCount > 0 &&
    forward.notKnownCount + forward.unreadableCount === 0 &&
    forward.flag === null &&
    forward.supplierStatus === wordOf(answer) &&
    forward.supplierRemains === remains &&
    forward.supplierChargeMicros === charge &&
    (!startCount || forward.startCount === startCount)
  );
}

async function noteUnchanged(db: Db, forwards: ClaimedForward[]): Promise<void> {
  if (forwards.length === 0) return;
  const usualOf = await usualTimes(db);
  const minutes = (bound: keyof UsualTime) =>
    sql`${sql.param(forwards.map(({ serviceId }) => usualOf(serviceId)[bound]))}::int[]`;
  const usual = { soonest: sql`usual.soonest`, latest: sql`usual.latest` };
  await db.execute(sql`
    update forwards f set status_at = now(), status_count = f.status_count + 1, ${nextStatus(sql`f.ended_at`, usual)}
    from unnest(${idsOf(forwards)}, ${minutes('soonest')}, ${minutes('latest')}) as usual (id, soonest, latest) where f.id = usual.id`);
}

async function askAgainIn(db: Db, forwards: ClaimedForward[], seconds: number): Promise<void> {
  if (forwards.length === 0) return;
  await db.execute(sql`
    update forwards f set status_due_at = now() + make_interval(secs => ${seconds})
    where f.id = any(${idsOf(forwards)}) and f.status_due_at is not null`);
}

const idsOf = (forwards: ClaimedForward[]) => sql`${sql.param(forwards.map(({ id }) => id))}::bigint[]`;

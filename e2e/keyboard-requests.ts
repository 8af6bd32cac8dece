import { micros, nanos } from '#shared/money.ts';
import type { RequestKind } from '#shared/request-status.ts';
import { registerByScript, scriptClient } from './accounts.ts';
import { type Queue, TOGETHER, type Way } from './keyboard-hour.ts';

type Client = ReturnType<typeof scriptClient>;

const kinds: readonly RequestKind[] = ['refill', 'cancel', 'speed_up', 'cancel', 'refill'];
const turns: readonly Way[] = ['approve', 'markDone', 'reject', 'approve', 'rejectUndoApprove', 'approveInDetails'];
/** A customer has only so many open orders in this test; each asks for all of them. */
const ORDERS_EACH = 20;

/**
 * Creates requests about orders of a new service, for an admin to decide: refills of completed orders, cancels and speed-ups of open
 * ones.
 * @param name the common start of the customers' names, which no other user has
 */
export async function fillRequests(url: string, asAdmin: Client, { name, each }: { name: string; each: number }) {
  const service = await asAdmin.admin.services.create.mutate({
    name: `${name} likes`,
    description: 'For requests.',
    category: 'feature',
    priceMicros: micros(1_000_000),
    min: 100,
    max: 10_000,
    avgTimeHours: 1,
    refillDays: 30,
    cancel: true,
    speedUp: true,
  });
  const ways = new Map<number, Way>();
  while (ways.size < each) {
    const { user, tokens } = await registerByScript(url, `${name}.${ways.size}`);
    const { orders } = scriptClient(url, tokens.accessToken);
    await asAdmin.admin.users.giveBalance.mutate({ id: user.id, amountNanos: nanos(1_000_000_000_000) });
    for (let left = Math.min(ORDERS_EACH, each - ways.size); left > 0; left--) {
      const nth = ways.size;
      const kind = kinds[nth % kinds.length] ?? 'cancel';
      const line = { serviceId: service.id, link: `@request${nth}`, quantity: service.min + nth };
      const { order } = await orders.place.mutate(line);
      if (kind === 'refill') await asAdmin.admin.orders.decide.mutate({ id: order.id, decision: 'complete' });
      ways.set((await orders.request.mutate({ id: order.id, kind })).id, wayOf(nth, kind));
    }
  }
  return { kind: 'request', path: '/dashboard/manageRequests', search: `?q=${name}&status=open`, ways } satisfies Queue;
}

/** A cancel ends when it is accepted. */
function wayOf(nth: number, kind: RequestKind): Way {
  if (nth < TOGETHER) return 'approveTogether';
  const way = turns[(nth - TOGETHER) % turns.length] ?? 'approve';
  return way === 'markDone' && kind === 'cancel' ? 'approve' : way;
}

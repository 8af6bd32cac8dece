import type { RequestKind } from '#shared/request-status.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import type { TestApp } from './app.ts';
import { dollars, makeAskableOrder, makeRequest, type TestUser } from './factories.ts';
import { makeCustomer } from './people.ts';

/** A customer who paid their only dollar for an order, and a request about it. The order of a refill is completed by this admin. */
export async function makeAsked(app: TestApp, { actor }: TestUser, kind: RequestKind = 'cancel') {
  const customer = await makeCustomer(app, dollars(1));
  const order = await makeAskableOrder(app.db, customer);
  if (kind === 'refill') await decideOrder(app.deps, actor, { id: order.id, decision: 'complete' });
  const { id } = await makeRequest(app.db, customer, { id: order.id, kind });
  return { customer, order, id };
}

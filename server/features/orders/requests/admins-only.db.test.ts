import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderRequests } from '#db/schema/order-parts.ts';
import { testApp } from '#server/testing/app.ts';
import { makeAsked } from '#server/testing/asked.ts';
import { makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf } from '#server/testing/refusal.ts';
import { changeHashOf, changeMany, previewMany } from '../../services/change-services.ts';
import { setProgress } from '../set-progress.ts';
import { decideRequest } from './decide-request.ts';
import { checkRequests, fileRequests } from './file-requests.ts';
import { countMatchingRequests, getRequest, listAllRequests } from './list-all-requests.ts';

/** The procedures check the role; a verb that is called without one does too. */
const app = await testApp();
const { deps, db } = app;
const { customer, order, id } = await makeAsked(app, await makeSignedInAdmin(app));
const { actor } = customer;

const change = { kind: 'refill', refillDays: 7 } as const;
const selection = { ids: [order.serviceId], shelf: 'all' as const, change };
const previewHash = changeHashOf(change, [{ id: order.serviceId, refillDays: 30 }]);
const filing = { kind: 'cancel' as const, orderIds: [order.id] };

test.each<[string, () => Promise<unknown>]>([
  ['listAllRequests', () => listAllRequests(db, actor, { limit: 10 })],
  ['countMatchingRequests', () => countMatchingRequests(db, actor, {})],
  ['getRequest', () => getRequest(db, actor, { id })],
  ['decideRequest', () => decideRequest(deps, actor, { id, decision: 'accept' })],
  ['checkRequests', () => checkRequests(db, actor, filing)],
  ['fileRequests', () => fileRequests(deps, actor, filing)],
  ['setProgress', () => setProgress(deps, actor, { id: order.id, startCount: 1 })],
  ['previewMany', () => previewMany(db, actor, selection)],
  ['changeMany', () => changeMany(deps, actor, { ...selection, previewHash, requestId: randomUUID() })],
])('%s refuses a customer', async (_, call) => {
  expect(await codeOf(call())).toBe('forbidden');
  const [request] = await db.select().from(orderRequests).where(eq(orderRequests.id, id));
  expect(request?.status).toBe('pending');
});

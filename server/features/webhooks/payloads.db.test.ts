import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import type { WebhookEvent } from '../../../client-package/src/webhooks.ts';
import {
  dollars,
  giveMoney,
  makeOrder,
  makeRecharge,
  makeRequest,
  makeTicket,
  makeUser,
  type TestUser,
} from '../../testing/factories.ts';
import { makeWebhook, webhookScene } from '../../testing/webhooks.ts';
import { decideRequest } from '../orders/requests/decide-request.ts';
import { setProgress } from '../orders/set-progress.ts';
import { decideRecharge } from '../recharges/decide-recharge.ts';
import { answerTicket } from '../tickets/reply-to-ticket.ts';
import { testWebhook } from './test-webhook.ts';

type EventType = WebhookEvent['type'];
/** The data of an event, as the package for scripts declares it. */
type DataOf<Type extends EventType> = Extract<WebhookEvent, { type: Type }>['data'];

const { db } = await testDatabase();
const { deps: scene, admin, receiver, deliverer, complete } = await webhookScene(db);
const deps = { ...scene, wakeMailer: () => {} };

const aMoment: string = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Cause each event, and return its data. */
const causes: { [Type in EventType]: (customer: TestUser, webhookId: number) => Promise<DataOf<Type>> } = {
  async 'order.changed'(customer) {
    const requestId = randomUUID();
    const { id, serviceId, serviceName, link, chargeNanos, createdAt } = await makeOrder(db, customer, { requestId });
    await setProgress(deps, admin.actor, { id, startCount: 10, remains: 400 });
    await complete(id);
    return {
      ...{ id, serviceId, serviceName, link, chargeNanos, requestId, createdAt: createdAt.toISOString() },
      ...{ status: 'completed', quantity: 1000, charge: '1', remaining: null, startCount: 10, remains: 0 },
    };
  },
  async 'recharge.decided'(customer) {
    const requestId = randomUUID();
    const made = await makeRecharge(db, customer, { requestId });
    const { id, amountNanos, paidTaka, method, reference, createdAt } = made;
    await decideRecharge(deps, admin.actor, { id, decision: 'reject', reason: 'No such payment' });
    return {
      ...{ id, amountNanos, paidTaka, method, reference, createdAt: createdAt.toISOString() },
      ...{ status: 'rejected', amount: '10', reason: 'No such payment', requestId, decidedAt: aMoment },
    };
  },
  async 'balance.changed'(customer) {
    await giveMoney(db, customer.id, dollars(1.5));
    return { id: customer.id, balanceNanos: dollars(6.5), balance: '6.5' };
  },
  async 'request.decided'(customer) {
    const { id, orderId, kind, createdAt } = await makeRequest(db, customer);
    await decideRequest(deps, admin.actor, { id, decision: 'reject' });
    return { id, orderId, kind, status: 'rejected', createdAt: createdAt.toISOString(), closedAt: aMoment };
  },
  async 'ticket.replied'(customer) {
    const { id, subject } = await makeTicket(deps, customer);
    await answerTicket(deps, admin.actor, { id, message: 'It comes.' });
    return { id, seq: 2, subject, message: 'It comes.', orderId: null, rechargeId: null, at: aMoment };
  },
  async test(customer, webhookId) {
    await testWebhook(deps, customer.actor, { id: webhookId });
    return { id: webhookId };
  },
};

/** The fields of an event in the table of docs/webhooks.md. */
function documentedFields(type: string): string[] {
  const document = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const row = document.split('\n').find((line) => line.startsWith(`| \`${type}\` |`)) ?? '';
  const [fields = ''] = row.split('|').slice(-2);
  return [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

test.each(Object.keys(causes) as EventType[])(
  '%s has the data that the package and the document promise',
  async (type) => {
    const customer = await makeUser(db, { balanceNanos: dollars(5) });
    const { id: webhookId } = await makeWebhook(db, customer, receiver);
    const expected = await causes[type](customer, webhookId);
    receiver.received.length = 0;
    await deliverer.settle();
    const message = receiver.received.findLast((each) => each.type === type);
    expect(message).toMatchObject({ timestamp: aMoment });
    expect(message?.data).toEqual(expected);
    expect(Object.keys(message?.data ?? {}).toSorted()).toEqual(documentedFields(type).toSorted());
  },
);

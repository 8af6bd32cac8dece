import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#server/testing/app.ts';
import { DOLLAR, dollars, makePaymentMethod, makeService } from '#server/testing/factories.ts';
import { makeKey } from '#server/testing/keys.ts';
import { makeCustomer } from '#server/testing/people.ts';
import { createPanel, isPanelError, type PanelError } from '../client-package/src/index.ts';

/** The package against a panel whose connections break after it has committed. */
const app = await testApp();
const { id: serviceId } = await makeService(app.db);
const wanted = { serviceId, link: 'https://example.com/mine', quantity: 1000 };

let cuts = 0;
/** Passes requests on, and cuts the connection of the next `cuts` ones once the panel has answered. */
const proxy = createServer((incoming, answer) => void pass(incoming, answer));
async function pass(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = Buffer.concat(await incoming.toArray());
  const { method = 'GET', url = '', headers } = incoming;
  const passed = await fetch(app.url + url, {
    method,
    headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
    ...(method === 'POST' && { body }),
  });
  const text = await passed.text();
  if (method === 'POST' && cuts-- > 0) return void incoming.socket.destroy();
  answer.writeHead(passed.status, { 'content-type': 'application/json' }).end(text);
}
beforeAll(() => new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve)));
afterAll(() => void proxy.close());

async function customerOf(panelDollars: number) {
  const customer = await makeCustomer(app, dollars(panelDollars));
  const { accessToken: key } = await makeKey(app, customer, { scopes: ['read', 'order', 'recharge'] });
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return createPanel({ url, key, tries: 1 });
}

async function errorOf(call: Promise<unknown>): Promise<PanelError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isPanelError(error)) throw new Error('The call did not fail as it should', { cause: error });
  return error;
}

test('an order whose answer was lost is named by its error, read by the id, and repeated once', async () => {
  const panel = await customerOf(9);
  cuts = 1;
  const lost = await errorOf(panel.orders.place.mutate(wanted));
  expect([lost.code, lost.requestId]).toEqual(['no_answer', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  const requestId = lost.requestId ?? '';
  const found = await panel.orders.get.query({ requestId });
  cuts = 3;
  for (let tries = 0; tries < 3; tries++)
    expect((await errorOf(panel.orders.place.mutate({ ...wanted, requestId }))).requestId).toBe(requestId);
  const { order, balanceNanos } = await panel.orders.place.mutate({ ...wanted, requestId });
  expect([order.id, balanceNanos]).toEqual([found.id, 8 * DOLLAR]);
  expect((await panel.orders.list.query({})).items).toHaveLength(1);
});

test('a recharge, too', async () => {
  const panel = await customerOf(0);
  const { name: method } = await makePaymentMethod(app.db);
  const asked = { method, amountNanos: dollars(5), reference: 'LOST12345' };
  cuts = 1;
  const { requestId } = await errorOf(panel.balance.requestRecharge.mutate(asked));
  const { id } = await panel.balance.recharge.query({ requestId: requestId ?? '' });
  expect((await panel.balance.requestRecharge.mutate({ ...asked, requestId: requestId ?? '' })).id).toBe(id);
});

test('every error of a mutation with a request id has it, and no other', async () => {
  const panel = await customerOf(0);
  const requestId = '0198c0de-0000-7000-8000-00000000000a';
  const refused = await errorOf(panel.orders.place.mutate({ ...wanted, requestId }));
  expect([refused.code, refused.requestId]).toEqual(['insufficient_balance', requestId]);
  const own = await errorOf(panel.orders.place.mutate(wanted));
  expect([own.code, own.requestId]).toEqual(['insufficient_balance', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(await errorOf(panel.orders.get.query({ requestId }))).toMatchObject({ code: 'not_found', requestId: null });
  cuts = 1;
  const other = panel.services.setFavourite.mutate({ id: serviceId, favourite: true });
  expect(await errorOf(other)).toMatchObject({ code: 'no_answer', requestId: null });
});

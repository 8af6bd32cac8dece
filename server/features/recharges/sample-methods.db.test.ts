import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentMethods } from '#db/schema/settings.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { type SignedInUser, startTestApp, type TestApp } from '../../testing/app.ts';
import { dollars } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';

/** A new shop's payment methods, with a placeholder instead of the shop's own number. */
const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_SECRET: 'a secret of this test, which is long enough',
  PUBLIC_URL: 'https://panel.example',
};

let app: TestApp;
let customer: SignedInUser;

function start(env: Record<string, string>) {
  beforeAll(async () => {
    app = await startTestApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000', ...env } });
    await seedEssentials(app.db);
    customer = await app.registerUser();
  });
  afterAll(() => app.close());
}

const reference = () => `TX${randomUUID().slice(0, 8)}`;
const offered = async () => (await customer.client.balance.methods.query()).methods.map(({ name }) => name);
const request = (method: string) =>
  customer.client.balance.requestRecharge.mutate({ method, amountNanos: dollars(10), reference: reference() });

async function overRest(paymentMethod: string) {
  const answer = await fetch(`${app.url}/api/v1/balance/addBalance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 10, paidTaka: 1260, paymentMethod, reference: reference() }),
  });
  return { status: answer.status, body: (await answer.json()) as { message: string; error?: string } };
}

const putIn = (name: string, recipient: string) =>
  app.db.update(paymentMethods).set({ recipient }).where(eq(paymentMethods.name, name));

describe('in production', () => {
  start(PRODUCTION);

  test('a method is offered, and accepted, once the shop has entered its own number', async () => {
    expect(await offered()).toEqual([]);
    expect(await refusalOf(request('Nagad'))).toMatchObject({
      code: 'method_unavailable',
      fieldErrors: { method: ['This payment method is not available. Please choose another one.'] },
    });
    const refused = await overRest('Nagad');
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body).toMatchObject({
      error: 'This payment method is not available. Please choose another one.',
    });
    expect((await customer.client.balance.recharges.query({})).items).toEqual([]);

    await putIn('Nagad', '01811-222333');
    expect(await offered()).toEqual(['Nagad']);
    expect((await request('Nagad')).method).toBe('Nagad');
    expect((await overRest('Nagad')).status).toBe(200);
    expect((await refusalOf(request('Binance'))).code).toBe('method_unavailable');
  });

  test('a retry of an accepted request succeeds, whatever happened to its method', async () => {
    const input = { method: 'Nagad', amountNanos: dollars(10), reference: reference(), requestId: randomUUID() };
    const first = await customer.client.balance.requestRecharge.mutate(input);
    await putIn('Nagad', '01XXX-XXXXXX');
    expect(await customer.client.balance.requestRecharge.mutate(input)).toEqual(first);
    expect((await refusalOf(request('Nagad'))).code).toBe('method_unavailable');
  });
});

describe('in development', () => {
  start({});

  test('samples are offered and accepted, so that the panel can be tried out', async () => {
    expect(await offered()).toEqual(['Bkash', 'Nagad', 'Rocket', 'Binance', 'stc']);
    expect((await request('Nagad')).status).toBe('pending');
    expect((await overRest('Binance')).status).toBe(200);
  });
});

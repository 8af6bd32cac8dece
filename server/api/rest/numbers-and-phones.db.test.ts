import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/users.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { micros } from '#shared/money.ts';
import { registerFields, testApp } from '../../testing/app.ts';
import { DOLLAR, makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { callRest, type RestRequest } from '../../testing/rest.ts';

/** Older clients need to send no more than the spec says. */
const app = await testApp();
await seedEssentials(app.db);
const admin = await makeSignedInAdmin(app);

const as = (user: { accessToken: string } | undefined, operation: string, request: RestRequest = {}) =>
  callRest(app, operation, { ...request, accessToken: user?.accessToken });

/** Registered through the REST API, with this phone. */
async function registerWith(phone: unknown) {
  const body = { ...registerFields(), phone };
  const answer = await as(undefined, 'POST /api/v1/user/register', { body });
  return { body, answer, accessToken: (answer.data?.tokens.accessToken ?? '') as string };
}

describe('a phone in the REST API', () => {
  test.each([
    ['0171', '0171'],
    ['ask for Karim', 'ask for Karim'],
    ['০১৭১২৩৪৫৬৭৮', '01712345678'],
    ['1'.repeat(32), '1'.repeat(32)],
  ])('that is %j registers, and saves with a name', async (phone, stored) => {
    const { body, answer, accessToken } = await registerWith(phone);
    expect(answer).toMatchObject({ status: 200, data: { data: { phone: stored } } });
    const saved = await as({ accessToken }, 'PUT /api/v1/user/update', {
      body: { name: 'New Name', email: body.email, phone: stored },
    });
    expect(saved).toMatchObject({ status: 200, data: { data: { name: 'New Name', phone: stored } } });
    const [row] = await app.db.select({ phone: users.phone }).from(users).where(eq(users.userName, body.userName));
    expect(row).toEqual({ phone: stored });
  });

  test.each([
    [undefined, 'phone Number is required'],
    ['   ', 'phone Number is required'],
    ['1'.repeat(33), 'Phone number must be at most 32 characters'],
  ])("that is %j can't register", async (phone, message) => {
    expect((await registerWith(phone)).answer).toMatchObject({ status: 400, error: message });
  });

  test('that the panel refuses is accepted there unchanged, and a new one needs digits', async () => {
    const { body, accessToken } = await registerWith('0171');
    const { auth } = app.client(accessToken);
    const input = { name: 'Panel Name', email: body.email };
    expect(await auth.updateProfile.mutate({ ...input, phone: '0171' })).toMatchObject({ name: 'Panel Name' });
    expect(await refusalOf(auth.updateProfile.mutate({ ...input, phone: '0172' }))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { phone: ['Invalid phone number'] },
    });
    expect(await auth.updateProfile.mutate({ ...input, phone: '+৮৮০ ১৭১২-৩৪৫৬৭৮' })).toMatchObject({
      phone: '+880 1712-345678',
    });
  });
});

describe('numbers as digits in a text', () => {
  test('create and change a service', async () => {
    const form = { name: 'Views', description: 'Real.', category: 'tiktok', avgTime: '24' };
    const created = await as(admin, 'POST /api/v1/service/create', {
      body: { ...form, price: '0.95', min: '10', max: '5000' },
    });
    expect(created).toMatchObject({ status: 200, data: { price: 0.95, min: 10, max: 5000, avgTime: '24', image: '' } });
    const changed = await as(admin, 'PUT /api/v1/service/update/{id}', {
      params: { id: created.data._id },
      body: { ...form, price: '0.123456', min: '11', max: 6000 },
    });
    expect(changed.data).toMatchObject({ price: 0.123456, min: 11, max: 6000 });
  });

  test.each([
    ['1000', '0.29'],
    ['1000', 0.29],
    [1000, '0.290'],
    [' 1000 ', undefined],
  ])('place an order of %j at %j, charged exactly', async (quantity, price) => {
    const customer = await makeCustomer(app, DOLLAR);
    const { id } = await makeService(app.db, { priceMicros: micros(290_000) });
    const body = { link: 'someone', quantity, price };
    const answer = await as(customer, 'POST /api/v1/service/buy/{id}', { params: { id }, body });
    expect(answer).toMatchObject({ status: 200, data: { quantity: 1000, price: 0.29, balance: 0.71 } });
  });

  test.each([
    ['1,000', 'Write “1,000” in plain digits: 1000'],
    ['১০০০', 'Write “১০০০” in plain digits: 1000'],
    ['1e3', 'Write “1e3” in plain digits: 1000'],
    ['1.000', '“1.000” can be read in more than one way: write 1 or 1000'],
    ['many', 'Quantity must be a whole number'],
    ['', 'Quantity is required'],
  ])('of %j are refused with what they could be', async (quantity, error) => {
    const customer = await makeCustomer(app, DOLLAR);
    const { id } = await makeService(app.db);
    const body = { link: 'someone', quantity };
    const answer = await as(customer, 'POST /api/v1/service/buy/{id}', { params: { id }, body });
    expect(answer).toMatchObject({ status: 400, error });
  });

  test('request a recharge, and add and take back balance', async () => {
    const customer = await makeCustomer(app);
    const body = { amount: '10', paidTaka: '1260', paymentMethod: 'Bkash', reference: '9J4K2L7M' };
    const asked = await as(customer, 'POST /api/v1/balance/addBalance', { body });
    expect(asked).toMatchObject({ status: 200, data: { amount: 10, paidTaka: 1260 } });
    const give = (amount: string) =>
      as(admin, 'PUT /api/v1/balance/giveBalanceByAdmin/{id}', { params: { id: customer.id }, body: { amount } });
    expect((await give('2.5')).data).toMatchObject({ balance: 2.5 });
    expect((await give('-0.000000001')).data).toMatchObject({ balance: 2.499999999 });
  });
});

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';
import type { PaymentAccount } from '#shared/payment-methods.ts';
import { testApp } from '../../testing/app.ts';
import { makePaymentMethod } from '../../testing/factories.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const api = app.client(admin.accessToken).admin;
const late = app.client((await makeSignedInAdmin(app, { isReauthenticated: false })).accessToken).admin;
await app.db.update(users).set({ emailConfirmedAt: sql`now()` }).where(eq(users.id, admin.id));
beforeEach(() => app.db.delete(mailOutbox));

const ELEVEN = 'This number must have 11 digits and begin with 01';
const account = (number: string, more: Partial<PaymentAccount> = {}): PaymentAccount => ({
  ...{ number, name: 'Shop', mostTakaADay: null, paused: false },
  ...more,
});
const [first, second] = [account('01700000001'), account('01700000002', { mostTakaADay: 25_000, paused: true })];

let made = 0;
async function methodWith(accounts: PaymentAccount[]) {
  const method = await makePaymentMethod(app.db, { name: `Bkash ${++made}` });
  await api.paymentMethods.save.mutate({ ...method, accounts });
  await app.db.delete(mailOutbox);
  return method;
}

const storedOf = async (id: number) =>
  (await api.paymentMethods.list.query()).find((method) => method.id === id)?.accounts;
const mails = () => app.db.$count(mailOutbox);

describe('the accounts of a method', () => {
  test('are stored in order, and stay where they are not sent', async () => {
    const method = await methodWith([first, second]);
    expect(await storedOf(method.id)).toEqual([first, second]);
    expect((await api.paymentMethods.save.mutate({ ...method, position: 3 })).accounts).toEqual([first, second]);
    await api.paymentMethods.save.mutate({ ...method, accounts: [second, first] });
    expect(await storedOf(method.id)).toEqual([second, first]);
  });

  test.each<[string, PaymentAccount[], boolean]>([
    ['another number', [account('01700000009'), second], true],
    ['another name', [{ ...first, name: 'Rahim' }, second], true],
    ['a removed one', [first], true],
    ['a new one', [first, second, account('01700000003')], true],
    ['another order', [second, first], true],
    ['one that is offered again', [first, { ...second, paused: false }], true],
    ['one that is paused', [{ ...first, paused: true }, second], true],
    ['another limit', [{ ...first, mostTakaADay: 9 }, second], true],
    ['nothing', [first, second], false],
  ])('%s: asks who it is and mails the admins where money may go elsewhere', async (_what, accounts, isElsewhere) => {
    const method = await methodWith([first, second]);
    const call = (by: typeof api) => by.paymentMethods.save.mutate({ ...method, accounts });
    if (isElsewhere) {
      expect(await codeOf(call(late))).toBe('reauthentication_required');
      expect(await storedOf(method.id)).toEqual([first, second]);
    } else {
      await call(late);
    }
    await call(api);
    expect(await storedOf(method.id)).toEqual(accounts);
    expect(await mails()).toBe(isElsewhere ? 1 : 0);
  });

  test('of a new method with a placeholder are told, too', async () => {
    const { id: _, ...fields } = await makePaymentMethod(app.db);
    const save = (name: string, accounts: PaymentAccount[]) =>
      api.paymentMethods.save.mutate({ ...fields, name, recipient: '01XXX-XXXXXX', accounts });
    await save('New 1', []);
    expect(await mails()).toBe(0);
    await save('New 2', [first]);
    expect(await mails()).toBe(1);
  });

  test('are in the audit as they were and as they became; deleted, they are named once more', async () => {
    const { id, ...method } = await methodWith([first]);
    await api.paymentMethods.save.mutate({ id, ...method, accounts: [first, second] });
    await api.paymentMethods.delete.mutate({ id });
    const { items } = await api.audit.list.query({ subject: 'paymentMethod', subjectId: id });
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'paymentMethod.delete', before: { accounts: [first, second] } },
      { before: { accounts: [first] }, after: { accounts: [first, second] } },
    ]);
  });

  test.each<[string, PaymentAccount[], string]>([
    ['a number without its form', [account('017123')], ELEVEN],
    ['a number twice', [first, account('০১৭০০-০০০০০১')], 'A number is there twice'],
  ])('%s is refused beside the accounts', async (_what, accounts, problem) => {
    const method = await methodWith([]);
    const refusal = await refusalOf(api.paymentMethods.save.mutate({ ...method, accounts }));
    expect(refusal).toMatchObject({ code: 'bad_input', fieldErrors: { accounts: [problem] } });
    expect(await storedOf(method.id)).toEqual([]);
  });

  test.each([
    ['21 of them', Array.from({ length: 21 }, (_, at) => account(`0170000${1000 + at}`))],
    ['no number', [account('')]],
    ['a limit of nothing', [account('01700000001', { mostTakaADay: 0 })]],
  ])('%s are refused', async (_what, accounts) => {
    const method = await methodWith([]);
    expect(await codeOf(api.paymentMethods.save.mutate({ ...method, accounts }))).toBe('bad_input');
  });

  test('are stored in Latin digits, without spaces and dashes', async () => {
    const method = await methodWith([account(' ০১৭০০-০০০ ০০১ ')]);
    expect(await storedOf(method.id)).toEqual([first]);
  });

  test('changed by another admin meanwhile are not overwritten; an older client knows none', async () => {
    const { id, ...seen } = await methodWith([first]);
    const save = (accounts: PaymentAccount[], expected: object) =>
      api.paymentMethods.save.mutate({ id, ...seen, accounts, expectedMethod: { ...seen, ...expected } });
    expect(await codeOf(save([second], { accounts: [] }))).toBe('settings_changed');
    expect(await storedOf(id)).toEqual([first]);
    await save([second], { accounts: [first] });
    // A retry, and a client of the release before.
    await save([second], { accounts: [first] });
    await save([first], {});
    expect(await storedOf(id)).toEqual([first]);
  });
});

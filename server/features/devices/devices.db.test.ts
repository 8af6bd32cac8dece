import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { evidence, paymentDevices } from '#db/schema/evidence.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { paymentAccounts } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { messagesKind } from '../../background/messages.ts';
import { testApp } from '../../testing/app.ts';
import { makeDevice } from '../../testing/devices.ts';
import { makePaymentMethod } from '../../testing/factories.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { workOff } from '../../testing/queue.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db, deps } = app;
const admin = await makeSignedInAdmin(app);
const api = app.client(admin.accessToken).admin;
const phone = await makeDevice(deps, admin);

const TEXT =
  'You have received Tk 500.00 from 01700000001. Ref rahim. Fee Tk 0.00. Balance Tk 1,500.00. TrxID DH31AAAAA1 at 03/08/2026 10:01';
const textOf = (reference: string) => TEXT.replace('DH31AAAAA1', reference);

const seconds = () => String(Math.floor(Date.now() / 1000));
const gatewayBody = (message: string, more: object = {}) => ({
  ...{ event: 'sms:received', id: 'event-1', deviceId: 'x' },
  payload: {
    messageId: 'm1',
    message,
    phoneNumber: 'bKash',
    simNumber: 1,
    receivedAt: '2026-08-03T10:01:05.000+06:00',
    ...more,
  },
});
const forwarderBody = (text: string) => ({
  from: 'bKash',
  text,
  sentStamp: 1_785_729_665_000,
  receivedStamp: 1_785_729_666_000,
  sim: 'SIM1',
});

interface Post {
  id?: number | string;
  secret?: string;
  timestamp?: string | undefined;
  headers?: Record<string, string>;
}

/** Posts a body as an app does: with a timestamp like SMS Gateway, without one like the forwarder. */
async function post(body: object | string, { id = phone.id, secret = phone.secret, timestamp, headers }: Post = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const signature = createHmac('sha256', secret)
    .update(payload + (timestamp ?? ''))
    .digest('hex');
  const signed = { 'x-signature': signature, ...(timestamp !== undefined && { 'x-timestamp': timestamp }) };
  const response = await fetch(`${app.url}/hooks/sms/${id}`, {
    ...{ method: 'POST', body: payload },
    headers: { 'content-type': 'application/json', ...signed, ...headers },
  });
  return response.status;
}

const stored = () => db.select().from(evidence).where(eq(evidence.deviceId, phone.id)).orderBy(evidence.id);

describe('the address of a phone', () => {
  test('takes the message of either app, once, however often and by which it is delivered', async () => {
    expect(await post(gatewayBody(TEXT), { timestamp: seconds() })).toBe(204);
    expect(await post(gatewayBody(TEXT.replaceAll('. ', '.\r\n ')), { timestamp: seconds() })).toBe(204);
    expect(await post(forwarderBody(TEXT))).toBe(204);
    const rows = await stored();
    expect(rows).toMatchObject([{ sender: 'bKash', text: TEXT, sim: 1, sentAt: new Date('2026-08-03T04:01:05.000Z') }]);
    expect((await api.devices.list.query()).items[0]).toMatchObject({
      id: phone.id,
      messageAt: expect.any(String) as string,
    });
  });

  test('a ping is a sign of life and no message', async () => {
    await db.update(paymentDevices).set({ seenAt: null }).where(eq(paymentDevices.id, phone.id));
    const before = (await stored()).length;
    for (const payload of [{}, null, { message: 1 }]) {
      expect(await post({ event: 'system:ping', payload }, { timestamp: seconds() })).toBe(204);
    }
    expect((await stored()).length).toBe(before);
    const [row] = await db.select().from(paymentDevices).where(eq(paymentDevices.id, phone.id));
    expect(row?.seenAt).not.toBeNull();
  });

  test.each([
    ['without a signature', gatewayBody('a'), { headers: { 'x-signature': '' } }, 401],
    ['with another secret', gatewayBody('a'), { secret: 'guessed', timestamp: seconds() }, 401],
    ['with the signature of another body', gatewayBody('a'), { headers: { 'x-signature': 'a'.repeat(64) } }, 401],
    ['with a timestamp that is too old', gatewayBody('a'), { timestamp: String(Number(seconds()) - 301) }, 401],
    ['with a timestamp of the future', gatewayBody('a'), { timestamp: String(Number(seconds()) + 400) }, 401],
    ['with a timestamp that is none', gatewayBody('a'), { timestamp: 'now' }, 401],
    ['with a timestamp behind its signature', gatewayBody('a'), { headers: { 'x-timestamp': seconds() } }, 401],
    ['for a phone that does not exist', gatewayBody('a'), { id: 987_654 }, 401],
    ['for a phone that is no number', gatewayBody('a'), { id: 'x' }, 401],
    ['of more than 64 kB', gatewayBody('a'.repeat(66_000)), {}, 413],
    ['that is no JSON', '{"from":', {}, 400],
    ['of neither app', { hello: 1 }, {}, 400],
  ])('refuses a delivery %s', async (_how, body, options, status) => {
    const before = (await stored()).length;
    expect(await post(body, options)).toBe(status);
    expect((await stored()).length).toBe(before);
  });

  test.each([
    ['nul \0 and half \ud83d', 'nul \ufffd and half \ufffd'],
    [
      'Your bKash verification code is 956586. Expires in 2 minutes.',
      'Your bKash verification code is ••••••. Expires in 2 minutes.',
    ],
    ['আপনার ওটিপি ৯৫৬৫৮৬', 'আপনার ওটিপি ••••••'],
    ['PIN 12 34 at 01700000001', 'PIN •• •• at 01700000001'],
    ['Your WhatsApp code: 123-456', 'Your WhatsApp code: •••-•••'],
    ['OTP 123456 01712345678', 'OTP •••••• 01712345678'],
    ['YourOTP:123456', 'YourOTP:••••••'],
    ['Your OTP for Tk 500.00 TrxID DH31AAAAA1 is 654321', 'Your OTP for Tk 500.00 TrxID DH31AAAAA1 is ••••••'],
    ['Dinner at 1830?', 'Dinner at 1830?'],
  ])('stores %j as %j', async (text, kept) => {
    expect(await post(forwarderBody(text))).toBe(204);
    expect((await stored()).at(-1)?.text).toBe(kept);
  });
});

test('the worker reads what was stored; the list has each with its fields, its state and the reason', async () => {
  await post(forwarderBody(textOf('DH31BBBBB1')));
  await post({ ...forwarderBody(textOf('DH31BBBBB2')), from: '+8801700000000' });
  await post(forwarderBody('A new wording of bKash'));
  await post(
    forwarderBody(
      'Congratulations! You have received Cashback Tk 1.00. Balance Tk 9.00. TrxID DH31BBBBB3 at 03/08/2026 10:01',
    ),
  );
  // Another phone with the same SIM.
  const other = await makeDevice(deps, admin);
  await post(forwarderBody(textOf('DH31BBBBB1')), other);
  await post(forwarderBody(textOf('DH31BBBBB1').replace('500.00', '900.00')), other);
  await workOff(db, messagesKind(deps));
  const listed = async () => (await api.evidence.list.query({ search: 'a', limit: 6 })).items;
  expect((await listed()).map(({ state, reason }) => [state, reason])).toEqual([
    ['held', 'Another message has this transaction ID, and says something else'],
    ['ignored', 'Another message has this transaction ID'],
    ['ignored', 'No payment of a customer'],
    ['not_understood', 'No known wording fits this text'],
    ['ignored', 'Not from a provider'],
    ['held', 'Another message has this transaction ID, and says something else'],
  ]);
  const read = (await api.evidence.list.query({ state: 'held', search: 'DH31BBBBB1' })).items.at(-1);
  expect(read).toMatchObject({
    ...{ provider: 'bkash', kind: 'received', direction: 'in', reference: 'DH31BBBBB1', payer: '01700000001' },
    ...{ amountPoisha: 50_000, feePoisha: 0, balancePoisha: 150_000, memo: 'rahim', at: '2026-08-03T04:01:00.000Z' },
    device: { id: phone.id, name: 'Shop phone' },
  });

  // A wording for it: what was not understood is read again.
  const wording = {
    ...{ provider: 'bkash', kind: 'news', direction: 'none' as const, senders: ['bKash'] },
    ...{ pattern: 'A new wording of {source}', examples: ['A new wording of bKash'] },
  };
  expect(await api.evidence.tryWording.query(wording)).toMatchObject({ understood: 1, doubled: 0 });
  const saved = await api.evidence.saveWording.mutate(wording);
  const news = async () => (await api.evidence.list.query({ search: 'A new wording' })).items[0];
  await workOff(db, messagesKind(deps));
  expect((await news())?.kind).toBe('news');
  expect(await codeOf(api.evidence.saveWording.mutate({ ...wording, examples: ['Another text'] }))).toBe('bad_input');
  expect(await codeOf(api.evidence.saveWording.mutate({ ...wording, direction: 'in' }))).toBe('bad_input');
  // Again, and another one for the same messages.
  expect(await api.evidence.saveWording.mutate(wording)).toMatchObject({ id: saved.id });
  for (const pattern of ['A  NEW wording of {source}', 'A new {source} of bKash']) {
    expect(await codeOf(api.evidence.saveWording.mutate({ ...wording, pattern }))).toBe('bad_input');
  }
  await api.evidence.saveWording.mutate({ ...wording, id: saved.id, kind: 'other-news' });
  const { items } = await api.evidence.wordings.query();
  expect(items.filter(({ pattern }) => pattern === wording.pattern).map(({ kind }) => kind)).toEqual(['other-news']);
  expect(await codeOf(api.evidence.saveWording.mutate({ ...wording, id: saved.id }))).toBe('not_found');
});

describe('phones', () => {
  test('are added after a re-authentication, with the names of methods, in the audit, and with a mail to the admins', async () => {
    const { name } = await makePaymentMethod(db);
    await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, admin.id));
    const input = { name: 'Second phone', methods: [name.toUpperCase()], sims: { 1: '01700000000' } };
    const { device, secret } = await api.devices.create.mutate(input);
    expect(device).toMatchObject({ name: 'Second phone', methods: [name], sims: { 1: '01700000000' }, seenAt: null });
    expect(secret.length).toBeGreaterThan(40);
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.action, 'device.create'));
    expect(entries.at(-1)).toMatchObject({ subjectId: device.id, after: { name: 'Second phone', methods: [name] } });
    const mails = await db.select().from(mailOutbox);
    expect(mails.some(({ subject }) => subject.includes(`was added (${device.id})`))).toBe(true);
    expect(await codeOf(api.devices.create.mutate({ ...input, methods: ['No such method'] }))).toBe('bad_input');
    const late = app.client((await makeSignedInAdmin(app, { isReauthenticated: false })).accessToken).admin;
    expect(await codeOf(late.devices.create.mutate(input))).toBe('reauthentication_required');
    expect(await codeOf(late.devices.revoke.mutate({ id: device.id }))).toBe('reauthentication_required');
  });

  test.each([
    ['the recipient, as a person writes it', { 1: '০১৭০০-০০০ ০০০' }, { 1: '01700000000' }],
    ['an account', { 2: '01800000001' }, { 2: '01800000001' }],
    ['an account that was removed', { 1: '01800000002' }, undefined],
    ['the account of another method', { 1: '01800000003' }, undefined],
    ['one known and one unknown number', { 1: '01700000000', 2: '01799999999' }, undefined],
  ])('bind a SIM to %s', async (_what, sims, kept) => {
    const [own, other] = [await makePaymentMethod(db), await makePaymentMethod(db, { recipient: '01800000003' })];
    await db.insert(paymentAccounts).values([
      { methodId: own.id, number: '01800000001', name: 'Shop' },
      { methodId: own.id, number: '01800000002', name: 'Shop', removedAt: new Date() },
      { methodId: other.id, number: '01800000004', name: 'Shop' },
    ]);
    const create = () => api.devices.create.mutate({ name: 'Bound', methods: [own.name], sims });
    if (kept) {
      const { device } = await create();
      expect(device.sims).toEqual(kept);
      await api.devices.revoke.mutate({ id: device.id });
    } else {
      expect(await refusalOf(create())).toMatchObject({ code: 'bad_input', fieldErrors: { sims: expect.any(Array) } });
    }
  });

  test('that are revoked deliver nothing any more', async () => {
    const lost = await makeDevice(deps, admin);
    expect(await post(forwarderBody(textOf('DH31CCCCC1')), lost)).toBe(204);
    expect((await api.devices.revoke.mutate({ id: lost.id })).revokedAt).not.toBeNull();
    expect((await api.devices.revoke.mutate({ id: lost.id })).revokedAt).not.toBeNull();
    expect(await post(forwarderBody(textOf('DH31CCCCC2')), lost)).toBe(401);
    expect(await codeOf(api.devices.revoke.mutate({ id: 987_654 }))).toBe('not_found');
  });
});

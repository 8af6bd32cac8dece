import type { ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { suppliers } from '#db/schema/suppliers.ts';
import { EVERY_MS, watchSuppliers } from '../../background/alarms.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { createSupplierClient } from '../../suppliers/protocols/client.ts';
import { NEVER_MS, testApp } from '../../testing/app.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { makeSupplier, NO_SUPPLIER } from '../../testing/suppliers.ts';
import { telegramServer } from '../../testing/telegram-server.ts';
import { raiseAlarms } from './raise-alarms.ts';
import { sendAlarms } from './send-alarms.ts';

const token = '123456:AA-the_token_of_the_bot';
const telegram = await telegramServer({ token, chatId: '-1001' });
const logged: unknown[] = [];
const log = (...line: unknown[]) => logged.push(...line);
const app = await testApp({
  env: { TELEGRAM_API_URL: `${telegram.url}/`, OUTBOUND_ALLOW_LOOPBACK: 'true' },
  log: { error: log },
});
const { db } = app;
const { secrets, config } = app.deps;
const outbound = createOutbound({ policy: config.outbound });
const admin = await makeSignedInAdmin(app);
const api = app.client(admin.accessToken).admin;
await makeSupplier(db, secrets, NO_SUPPLIER, { name: 'Upstream' });

const set = (changes: Parameters<ReturnType<typeof db.update<typeof suppliers>>['set']>[0]) =>
  db.update(suppliers).set(changes);
const stop = () => set({ stoppedAt: sql`now()`, stoppedReason: 'unknowns' });
const raise = () => raiseAlarms(db, config.publicUrl);
const send = () => sendAlarms(db, { outbound, secrets, config });
/** Lets the time until the next try pass. */
const due = () => db.execute(sql`update alarms set telegram_due_at = now() where telegram_due_at is not null`);
const hourLater = () => db.execute(sql`update alarms set notified_at = notified_at - interval '1 hour'`);
const texts = () => telegram.received.splice(0).map(({ text }) => text);
const stopped = `1 supplier is stopped (Upstream)\nhttp://panel.test/dashboard/suppliers?only=stopped`;
const low = `1 supplier is low on balance (Upstream)\nhttp://panel.test/dashboard/suppliers?only=low`;

beforeEach(async () => {
  telegram.answer = undefined;
  telegram.received.length = 0;
  await set({ stoppedAt: null, stoppedReason: null, lowBalanceMicros: null });
  await db.execute(sql`delete from alarms`);
  await api.alarms.save.mutate({ telegram: { token, chatId: '-1001' } });
});

test('the token is stored encrypted, stays without a new one, and is never read back', async () => {
  expect(await api.alarms.get.query()).toEqual({ telegram: { chatId: '-1001' } });
  const [row] = await db.execute(sql`select sealed_telegram_token as sealed from settings`);
  expect(row?.sealed).toMatch(/^v1\./);
  expect(await api.alarms.save.mutate({ telegram: { chatId: '@my_alarms' } })).toEqual({
    telegram: { chatId: '@my_alarms' },
  });
  expect(await api.alarms.test.mutate()).toMatchObject({
    ok: false,
    problem: expect.stringContaining('this chat') as string,
  });
  await api.alarms.save.mutate({ telegram: { chatId: '-1001' } });
  expect(await api.alarms.test.mutate()).toEqual({ ok: true, problem: null });
  expect(telegram.received).toEqual([
    { token, chatId: '-1001', text: expect.stringContaining('alarms arrive here') as string },
  ]);

  expect(await api.alarms.save.mutate({ telegram: null })).toEqual({ telegram: null });
  expect(await api.alarms.get.query()).toEqual({ telegram: null });
  expect(await api.alarms.test.mutate()).toEqual({ ok: false, problem: 'No Telegram is set' });
  const first = app.post(
    'admin.alarms.save',
    { telegram: { chatId: '-1001' } },
    { headers: { authorization: `Bearer ${admin.accessToken}` } },
  );
  expect((await first).text).toContain('The token of the bot is required');
});

test('saving asks for the password again', async () => {
  const other = await app.createAdminUser({ isReauthenticated: false });
  const answer = await app.post(
    'admin.alarms.save',
    { telegram: null },
    { headers: { authorization: `Bearer ${other.accessToken}` } },
  );
  expect(answer.text).toContain('reauthentication_required');
  expect(await api.alarms.get.query()).toEqual({ telegram: { chatId: '-1001' } });
});

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const wrong: Record<string, [problem: string, answer: (response: ServerResponse) => void]> = {
  'a wrong token': [
    'Telegram does not know this token. Copy it from @BotFather again',
    (r) => json(r, 401, { ok: false, description: `Unauthorized ${token}` }),
  ],
  'a token of another form': [
    'Telegram does not know this token. Copy it from @BotFather again',
    (r) => json(r, 404, { ok: false, description: 'Not Found' }),
  ],
  'a chat that is not there': [
    'Telegram does not know this chat. Write to the bot there first, or add it to the group',
    (r) => json(r, 400, { ok: false, description: 'Bad Request: chat not found' }),
  ],
  'a chat that the bot was removed from': [
    'The bot may not write to this chat. Start it there, or add it to the group again',
    (r) => json(r, 403, { ok: false, description: 'Forbidden: bot was blocked by the user' }),
  ],
  'too many messages': [
    'Telegram asks to wait. Try again in some minutes',
    (r) => json(r, 429, { ok: false, parameters: { retry_after: 7 } }),
  ],
  'a page': [
    'What answers is not Telegram',
    (r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  ],
  'a fault': ['Telegram does not take the message', (r) => json(r, 500, { ok: false, description: 'Internal' })],
  'a closed connection': ['There is no connection to Telegram', (r) => void r.destroy()],
};

test.for(Object.entries(wrong))(
  '%s is named by the test, and the alarm is sent again until it arrives',
  async ([, [problem, answer]]) => {
    telegram.answer = answer;
    expect(await api.alarms.test.mutate()).toEqual({ ok: false, problem });
    await stop();
    await raise();
    expect(await send()).toBe(problem);
    // Not at once.
    telegram.answer = undefined;
    await send();
    expect(texts()).toEqual([]);
    await due();
    await send();
    expect(texts()).toEqual([stopped]);
    await due();
    await send();
    expect(texts()).toEqual([]);
  },
);

test('Telegram says how long to wait, an hour at most', async () => {
  await stop();
  await raise();
  const waitAfter = async (seconds: number) => {
    telegram.answer = (response) => json(response, 429, { ok: false, parameters: { retry_after: seconds } });
    await due();
    await send();
    const [row] = await db.execute<{ wait: number }>(
      sql`select extract(epoch from telegram_due_at - now())::float8 as wait from alarms`,
    );
    return row?.wait;
  };
  expect(await waitAfter(700)).toBeGreaterThan(600);
  expect(await waitAfter(1e9)).toBeLessThan(3_700);
});

test('one line a kind: at once, then at most one an hour, and two servers send it once', async () => {
  const everywhere = async () => {
    await Promise.all([raise(), raise()]);
    await Promise.all([send(), send()]);
    return texts();
  };
  await stop();
  expect(await everywhere()).toEqual([stopped]);
  await set({ balanceMicros: sql`1`, balanceAt: sql`now()`, lowBalanceMicros: sql`2` });
  expect(await everywhere()).toEqual([low]);
  await set({ stoppedAt: null, stoppedReason: null });
  expect(await everywhere()).toEqual([]);
  await stop();
  expect(await everywhere()).toEqual([]);
  await hourLater();
  expect(await everywhere()).toEqual([stopped]);
});

test('what began before there was a Telegram is sent to the first one, and what is over is not', async () => {
  await api.alarms.save.mutate({ telegram: null });
  await set({ balanceMicros: sql`1`, balanceAt: sql`now()`, lowBalanceMicros: sql`2` });
  await stop();
  await raise();
  await set({ lowBalanceMicros: null });
  await raise();
  await send();
  expect(texts()).toEqual([]);
  await api.alarms.save.mutate({ telegram: { token, chatId: '-1001' } });
  await send();
  expect(texts()).toEqual([stopped]);
  await api.alarms.save.mutate({ telegram: { chatId: '-1001' } });
  await send();
  expect(texts()).toEqual([]);
});

test('a server that is killed after it sent sends the line once more, half a minute later', async () => {
  await stop();
  await raise();
  // As one whose end is between the answer of Telegram and the statement that stores it.
  const killed = async () => {
    await send();
    await db.execute(sql`update alarms set telegram_due_at = now() + interval '30 seconds'`);
  };
  await killed();
  await send();
  expect(texts()).toEqual([stopped]);
  await due();
  await send();
  await due();
  await send();
  expect(texts()).toEqual([stopped]);
});

test('a Telegram that never answers delays no alarm and loses none, and a line that is given up does not stop the next', async () => {
  const held: ServerResponse[] = [];
  telegram.answer = (response) => void held.push(response);
  await stop();
  await raise();
  const sending = send();
  await vi.waitFor(() => expect(held).toHaveLength(1));
  // While the call hangs, another alarm begins; it is written, and another server sends it.
  await set({ balanceMicros: sql`1`, balanceAt: sql`now()`, lowBalanceMicros: sql`2` });
  await raise();
  telegram.answer = undefined;
  await send();
  expect(texts()).toEqual([low]);
  for (const response of held) response.destroy();
  expect(await sending).toBe('There is no connection to Telegram');

  telegram.answer = (response) => response.destroy();
  for (let attempt = 0; attempt < 20; attempt++) {
    await due();
    await send();
  }
  const [left] = await db.execute(sql`select count(*)::int as count from alarms where telegram_due_at is not null`);
  expect(left).toEqual({ count: 0 });
  telegram.answer = undefined;
  await set({ stoppedAt: null, stoppedReason: null });
  await raise();
  await hourLater();
  await stop();
  await raise();
  await send();
  expect(texts()).toEqual([stopped]);
});

test('while everything outgoing is paused, nothing is sent', async () => {
  await db.execute(
    sql`insert into outgoing_hold (since, reason, last_mail_id, last_delivery_id) values (now(), 'a restore', 0, 0)`,
  );
  await stop();
  await raise();
  await send();
  expect(texts()).toEqual([]);
  await db.execute(sql`delete from outgoing_hold`);
  await send();
  expect(texts()).toEqual([stopped]);
});

test('without loopback allowed, Telegram is called at public addresses only', async () => {
  await stop();
  await raise();
  const closed = createOutbound({ policy: { allowLoopback: false } });
  expect(await sendAlarms(db, { outbound: closed, secrets, config })).toBe(
    'TELEGRAM_API_URL can not be called from here',
  );
});

test('the background task sends what begins, within a minute', async () => {
  await stop();
  const watch = watchSuppliers({
    ...{ db, config, outbound, secrets, events: app.deps.events },
    suppliers: createSupplierClient({ db, secrets, outbound, log: { error: log } }),
    log: { warn: log },
    everyMs: { alarms: 20, telegram: 20, balances: NEVER_MS },
  });
  await vi.waitFor(() => expect(telegram.received.map(({ text }) => text)).toEqual([stopped]));
  await watch.stop();
  // And a call takes ten seconds at most.
  expect(EVERY_MS.alarms + EVERY_MS.telegram).toBeLessThan(50_000);
});

test('the token is in no log, no error and no entry of the audit', async () => {
  telegram.answer = (response) => json(response, 401, { ok: false, description: `bad ${token}` });
  await api.alarms.test.mutate();
  const entries = await db.execute(sql`select * from audit_entries`);
  const attempts = JSON.stringify([entries, logged, await db.execute(sql`select * from alarms`)]);
  expect(attempts).toContain('settings.testAlarms');
  expect(attempts).not.toContain('the_token');
});

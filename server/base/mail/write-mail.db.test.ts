import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { testDatabase } from '#db/testing/database.ts';
import { mailKind } from '../../background/mail.ts';
import { workOff } from '../../testing/queue.ts';
import { writeMail } from './write-mail.ts';

const database = await testDatabase();
beforeEach(() => database.db.delete(mailOutbox));

const mail = { subject: 'News', body: 'There is something new.' };
const ANNA = 'anna@example.com';

const write = (about?: string, recipient = ANNA) =>
  database.db.transaction((tx) => writeMail(tx, recipient, mail, about === undefined ? {} : { about }));
const count = () => database.db.$count(mailOutbox);
const sendAll = (send: () => Promise<void> = () => Promise.resolve()) =>
  workOff(database.db, mailKind({ transport: { send, close: () => {} }, log: { warn: () => {} } }));

/** The delay of each mail after the newest sent one, in minutes. */
async function waits(): Promise<number[]> {
  const rows = await database.db
    .select({
      minutes: sql<number>`round(extract(epoch from next_try_at - (select max(sent_at) from mail_outbox)) / 60)::int`,
    })
    .from(mailOutbox)
    .where(sql`sent_at is null`)
    .orderBy(asc(mailOutbox.id));
  return rows.map(({ minutes }) => minutes);
}

test('mails without a subject key are all written', async () => {
  for (let times = 0; times < 3; times++) await write();
  expect(await count()).toBe(3);
});

test('of those with one key only one is queued per address, also with simultaneous writes', async () => {
  await Promise.all(Array.from({ length: 8 }, () => write('ticket:1')));
  expect(await count()).toBe(1);
  await write('ticket:2');
  await write('ticket:1', 'bela@example.com');
  expect(await count()).toBe(3);
});

test('the next one is written once that was sent, and is sent ten minutes later', async () => {
  await write('ticket:1');
  expect(await sendAll()).toBe(1);
  await write('ticket:1');
  await write('ticket:1');
  expect(await waits()).toEqual([10]);
  await sendAll();
  expect(await database.db.$count(mailOutbox, sql`sent_at is null`)).toBe(1);
  await write('ticket:2');
  await sendAll();
  expect(await database.db.$count(mailOutbox, sql`sent_at is null and about = 'ticket:2'`)).toBe(0);
});

test('one that was sent long ago delays nothing', async () => {
  await write('ticket:1');
  await sendAll();
  await database.db.update(mailOutbox).set({ sentAt: sql`now() - interval '11 minutes'` });
  await write('ticket:1');
  await sendAll();
  expect(await database.db.$count(mailOutbox, sql`sent_at is null`)).toBe(0);
});

test('one that is being retried prevents the next, one that was given up does not', async () => {
  await write('ticket:1');
  expect(await sendAll(() => Promise.reject(new Error('no mail server')))).toBe(1);
  await write('ticket:1');
  expect(await count()).toBe(1);
  await database.db.update(mailOutbox).set({ nextTryAt: sql`'infinity'` });
  await write('ticket:1');
  expect(await count()).toBe(2);
});

test("nothing is written to an address that can't exist", async () => {
  await write('ticket:1', 'admin@ADMIN.invalid');
  await write(undefined, 'admin@admin.invalid');
  expect(await database.db.$count(mailOutbox, eq(mailOutbox.recipient, 'admin@admin.invalid'))).toBe(0);
  expect(await count()).toBe(0);
});

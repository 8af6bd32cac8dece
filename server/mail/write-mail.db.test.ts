import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { testDatabase } from '#db/testing/database.ts';
import { sendDueMails } from './send-due-mails.ts';
import { writeMail } from './write-mail.ts';

const database = await testDatabase();
beforeEach(() => database.db.delete(mailOutbox));

const mail = { subject: 'News', body: 'There is something new.' };
const ANNA = 'anna@example.com';

const write = (about?: string, recipient = ANNA) =>
  database.db.transaction((tx) => writeMail(tx, recipient, mail, about === undefined ? {} : { about }));
const count = () => database.db.$count(mailOutbox);
const sendAll = (send: () => Promise<void> = () => Promise.resolve()) => sendDueMails(database.db, send);

/** How long each mail waits after the newest that was sent, in minutes. */
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

test('mails about nothing in particular are each written', async () => {
  for (let times = 0; times < 3; times++) await write();
  expect(await count()).toBe(3);
});

test('of those about one thing one waits for an address, also of several at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => write('ticket:1')));
  expect(await count()).toBe(1);
  await write('ticket:2');
  await write('ticket:1', 'bela@example.com');
  expect(await count()).toBe(3);
});

test('the next one about it is written once that was sent, and goes out ten minutes later', async () => {
  await write('ticket:1');
  expect(await sendAll()).toEqual([]);
  await write('ticket:1');
  await write('ticket:1');
  expect(await waits()).toEqual([10]);
  await sendAll();
  expect(await database.db.$count(mailOutbox, sql`sent_at is null`)).toBe(1);
  await write('ticket:2');
  await sendAll();
  expect(await database.db.$count(mailOutbox, sql`sent_at is null and about = 'ticket:2'`)).toBe(0);
});

test('one that was sent long ago holds nothing up', async () => {
  await write('ticket:1');
  await sendAll();
  await database.db.update(mailOutbox).set({ sentAt: sql`now() - interval '11 minutes'` });
  await write('ticket:1');
  await sendAll();
  expect(await database.db.$count(mailOutbox, sql`sent_at is null`)).toBe(0);
});

test('one that is tried again keeps the next from being written, one that was given up does not', async () => {
  await write('ticket:1');
  expect(await sendAll(() => Promise.reject(new Error('no mail server')))).toHaveLength(1);
  await write('ticket:1');
  expect(await count()).toBe(1);
  await database.db.update(mailOutbox).set({ nextTryAt: sql`'infinity'` });
  await write('ticket:1');
  expect(await count()).toBe(2);
});

test('nothing is written to an address that can not exist', async () => {
  await write('ticket:1', 'admin@ADMIN.invalid');
  await write(undefined, 'admin@admin.invalid');
  expect(await database.db.$count(mailOutbox, eq(mailOutbox.recipient, 'admin@admin.invalid'))).toBe(0);
  expect(await count()).toBe(0);
});

import { beforeEach, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { testDatabase } from '#db/testing/database.ts';
import { ATTEMPTS, mailKind } from '../../background/mail.ts';
import { workOff } from '../../testing/queue.ts';
import { deleteOldMails } from './delete-old-mails.ts';

const database = await testDatabase();
beforeEach(async () => {
  await database.db.delete(mailOutbox);
});

const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000);

const write = (subject: string, mail: Partial<typeof mailOutbox.$inferInsert>) =>
  database.db.insert(mailOutbox).values({ recipient: 'rahim@example.com', subject, body: '', ...mail });

async function left(): Promise<string[]> {
  const rows = await database.db.select({ subject: mailOutbox.subject }).from(mailOutbox).orderBy(mailOutbox.id);
  return rows.map(({ subject }) => subject);
}

it('deletes mails that were sent more than 30 days ago, and no later ones', async () => {
  await write('long ago', { createdAt: daysAgo(31), sentAt: daysAgo(31) });
  await write('lately', { createdAt: daysAgo(29), sentAt: daysAgo(29) });
  await write('written long ago, sent lately', { createdAt: daysAgo(31), sentAt: daysAgo(29) });

  await Promise.all([deleteOldMails(database.db), deleteOldMails(database.db)]);

  expect(await left()).toEqual(['lately', 'written long ago, sent lately']);
});

it('deletes a mail that was given up, but never a queued one', async () => {
  await write('given up', { createdAt: daysAgo(31), attempts: ATTEMPTS - 1 });
  await write('given up lately', { createdAt: daysAgo(29), attempts: ATTEMPTS - 1 });
  await write('tried again later', { createdAt: daysAgo(31), attempts: 1 });
  const transport = { send: () => Promise.reject(new Error('no such mailbox')), close: () => {} };
  await workOff(database.db, mailKind({ transport, log: { warn: () => {} } }));
  await write('due', { createdAt: daysAgo(31) });

  await deleteOldMails(database.db);

  expect(await left()).toEqual(['given up lately', 'tried again later', 'due']);
});

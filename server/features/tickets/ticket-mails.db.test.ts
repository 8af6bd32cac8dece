import { eq, like, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { makeTicket } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';

let anna: Person & { client: TestClient };

const withClient = (person: Person) => ({ ...person, client: app.client(person.accessToken) });

const app = await testApp();
const admin = withClient(await makeSignedInAdmin(app));
await app.db.update(users).set({ emailConfirmedAt: sql`now()` }).where(eq(users.id, admin.id));

beforeEach(async () => {
  anna = withClient(await makeCustomer(app));
  await app.db.delete(mailOutbox);
});

const question = { subject: 'Where is my order?', message: 'I paid,\nand wait since Friday.' };
const emailOf = ({ userName }: Person) => `${userName}@example.com`;

describe('mails', () => {
  const mailsTo = (person: Person) =>
    app.db
      .select({ subject: mailOutbox.subject, body: mailOutbox.body })
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, emailOf(person)));

  test('the customer gets one about an answer, and admins with a confirmed address one about a waiting ticket; no user input is in it', async () => {
    const others = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)] as const;
    await app.db
      .update(users)
      .set({ emailConfirmedAt: sql`now()`, blockedAt: sql`now()` })
      .where(eq(users.id, others[1].id));
    const { id } = await anna.client.tickets.open.mutate({ subject: 'CANARY', message: 'CANARY' });
    expect(await mailsTo(admin)).toEqual([
      {
        subject: `Ticket ${id} waits for an answer`,
        body: expect.stringContaining(`http://panel.test/dashboard/manageTickets/${id}\n`) as string,
      },
    ]);
    for (const unasked of [anna, ...others]) expect(await mailsTo(unasked)).toEqual([]);
    await admin.client.admin.tickets.reply.mutate({ id, message: 'CANARY' });
    expect(await mailsTo(anna)).toEqual([
      {
        subject: `There is an answer to your ticket ${id}`,
        body: expect.stringContaining(`http://panel.test/dashboard/tickets/${id}\n`) as string,
      },
    ]);
    expect(await app.db.$count(mailOutbox, like(mailOutbox.body, '%CANARY%'))).toBe(0);
  });

  test('of one ticket only one is queued per reader, however many messages there are', async () => {
    const [one, two] = [await makeTicket(app.deps, anna), await makeTicket(app.deps, anna)];
    const { id } = one;
    const write = () => anna.client.tickets.reply.mutate({ id, message: 'Hello?' });
    await Promise.all(Array.from({ length: 8 }, write));
    await anna.client.tickets.close.mutate({ id });
    await anna.client.tickets.reopen.mutate({ id });
    for (let times = 0; times < 3; times++) await admin.client.admin.tickets.reply.mutate({ id, message: 'Yes.' });
    expect((await mailsTo(admin)).map(({ subject }) => subject)).toEqual(
      [one, two].map((ticket) => `Ticket ${ticket.id} waits for an answer`),
    );
    expect(await mailsTo(anna)).toHaveLength(1);
  });

  test('a reopened ticket waits, too', async () => {
    const { id } = await makeTicket(app.deps, anna);
    await anna.client.tickets.close.mutate({ id });
    await app.db.delete(mailOutbox);
    await anna.client.tickets.reopen.mutate({ id });
    expect(await mailsTo(admin)).toHaveLength(1);
  });

  test('an admin with a ticket of their own gets none about it, and a blocked customer none about an answer', async () => {
    await admin.client.tickets.open.mutate(question);
    expect(await mailsTo(admin)).toEqual([]);
    const { id } = await makeTicket(app.deps, anna);
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, anna.id));
    await admin.client.admin.tickets.reply.mutate({ id, message: 'Yes.' });
    expect(await mailsTo(anna)).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ticketMessages, tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import { MAX_OPEN_TICKETS } from '#shared/ticket-status.ts';
import { type TestClient, testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makeRecharge, makeTicket } from '../../testing/factories.ts';
import { idsOf } from '../../testing/lists.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { openTicket } from './open-ticket.ts';
import { replyToTicket } from './reply-to-ticket.ts';

let anna: Person & { client: TestClient };
let bela: Person & { client: TestClient };

const withClient = (person: Person) => ({ ...person, client: app.client(person.accessToken) });

const app = await testApp({ env: { TICKET_MESSAGES_PER_HOUR: '40' } });
const admin = withClient(await makeSignedInAdmin(app));

beforeEach(async () => {
  anna = withClient(await makeCustomer(app, dollars(100)));
  bela = withClient(await makeCustomer(app, dollars(100)));
});

const question = { subject: 'Where is my order?', message: 'I paid,\nand wait since Friday.' };

describe('a conversation', () => {
  test('goes back and forth, is closed and reopened', async () => {
    const opened = await anna.client.tickets.open.mutate(question);
    expect(opened).toMatchObject({
      subject: question.subject,
      status: 'open',
      waitingFor: 'admin',
      orderId: null,
      rechargeId: null,
      messageCount: 1,
      lastMessageAt: opened.createdAt,
    });
    const { id } = opened;

    const answered = await admin.client.admin.tickets.reply.mutate({ id, message: 'It starts today.' });
    expect(answered).toMatchObject({ id, status: 'answered', waitingFor: 'customer', messageCount: 2 });
    expect(answered.user).toEqual({ id: anna.id, userName: anna.userName, name: 'Some Body' });

    const replied = await anna.client.tickets.reply.mutate({ id, message: 'Thanks!' });
    expect(replied).toMatchObject({ id, status: 'open', waitingFor: 'admin', messageCount: 3 });

    const read = await anna.client.tickets.get.query({ id });
    expect(read.messages).toMatchObject([
      { seq: 1, by: 'customer', byName: anna.userName, message: question.message },
      { seq: 2, by: 'admin', byName: null, message: 'It starts today.' },
      { seq: 3, by: 'customer', byName: anna.userName, message: 'Thanks!' },
    ]);
    expect(read).toMatchObject({ ...replied, nextCursor: null });
    const readByAdmin = await admin.client.admin.tickets.get.query({ id });
    expect(readByAdmin.messages.map(({ byName }) => byName)).toEqual([anna.userName, admin.userName, anna.userName]);
    expect(readByAdmin.user.userName).toBe(anna.userName);

    expect(await anna.client.tickets.close.mutate({ id })).toMatchObject({ id, status: 'closed', waitingFor: null });
    expect(await refusalOf(anna.client.tickets.reply.mutate({ id, message: 'One more thing' }))).toMatchObject({
      code: 'ticket_closed',
      httpStatus: 409,
    });
    expect(await anna.client.tickets.reopen.mutate({ id })).toMatchObject({ id, status: 'open', messageCount: 3 });
    expect(await anna.client.tickets.reply.mutate({ id, message: 'One more thing' })).toMatchObject({
      messageCount: 4,
    });
    expect(await admin.client.admin.tickets.close.mutate({ id })).toMatchObject({ id, status: 'closed' });
    // The support may add something, and the customer can reply at once.
    expect(await admin.client.admin.tickets.reply.mutate({ id, message: 'All done.' })).toMatchObject({
      status: 'answered',
    });
    expect(await anna.client.tickets.reply.mutate({ id, message: 'I see.' })).toMatchObject({ status: 'open' });
  });

  test('is closed and reopened once by repeated calls', async () => {
    const { id } = await makeTicket(app.deps, anna);
    const open = await anna.client.tickets.get.query({ id });
    expect(await anna.client.tickets.reopen.mutate({ id })).toMatchObject({ status: 'open' });
    await anna.client.tickets.close.mutate({ id });
    expect(await anna.client.tickets.close.mutate({ id })).toMatchObject({ status: 'closed' });
    expect(await admin.client.admin.tickets.close.mutate({ id })).toMatchObject({ status: 'closed' });
    expect((await anna.client.tickets.get.query({ id })).messages).toEqual(open.messages);
  });

  test('refers to an order and a recharge of the customer only', async () => {
    const [order, recharge] = [await makeOrder(app.db, anna), await makeRecharge(app.db, anna)];
    const about = { ...question, orderId: order.id, rechargeId: recharge.id };
    expect(await anna.client.tickets.open.mutate(about)).toMatchObject({ orderId: order.id, rechargeId: recharge.id });
    for (const [field, id] of [
      ['orderId', order.id],
      ['rechargeId', recharge.id],
      ['orderId', 999_999],
    ] as const)
      expect(await refusalOf(bela.client.tickets.open.mutate({ ...question, [field]: id }))).toMatchObject({
        code: 'not_found',
        fieldErrors: { [field]: [expect.any(String)] },
      });
    expect(idsOf(await bela.client.tickets.list.query({}))).toEqual([]);
  });

  test('is long: the newest messages come first, with a cursor for earlier ones', async () => {
    const { id } = await makeTicket(app.deps, anna);
    for (const message of ['two', 'three', 'four', 'five']) await anna.client.tickets.reply.mutate({ id, message });
    const seqs = ({ messages }: { messages: { seq: number }[] }) => messages.map(({ seq }) => seq);
    const newest = await anna.client.tickets.get.query({ id, limit: 2 });
    const older = await anna.client.tickets.get.query({ id, limit: 2, cursor: newest.nextCursor });
    const oldest = await admin.client.admin.tickets.get.query({ id, limit: 2, cursor: older.nextCursor });
    expect([newest, older, oldest].map(seqs)).toEqual([[4, 5], [2, 3], [1]]);
    expect(oldest.nextCursor).toBeNull();
    expect(seqs(await anna.client.tickets.get.query({ id }))).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a message', () => {
  test.each([
    [{ subject: '' }, { subject: ['Subject is required'] }],
    [{ subject: 'x'.repeat(121) }, { subject: ['Subject must be at most 120 characters'] }],
    [{ subject: 'two\nlines' }, { subject: ['Subject must be one line, without control characters'] }],
    [{ message: ' \n ' }, { message: ['Message is required'] }],
    [{ message: 'x'.repeat(4001) }, { message: ['Message must be at most 4000 characters'] }],
    [{ priority: 'high' }, { priority: ['This field is not known here'] }],
  ])('%j is refused as an error of its field', async (wrong, fieldErrors) => {
    expect(await refusalOf(anna.client.tickets.open.mutate({ ...question, ...wrong }))).toMatchObject({
      code: 'bad_input',
      fieldErrors,
    });
  });

  test('may have the maximum length, in any script', async () => {
    const longest = { subject: 'অ'.repeat(120), message: '😀'.repeat(2000) };
    const { id } = await anna.client.tickets.open.mutate(longest);
    expect((await anna.client.tickets.get.query({ id })).messages[0]?.message).toBe(longest.message);
    expect(await codeOf(anna.client.tickets.reply.mutate({ id, message: 'a\u0000b' }))).toBe('bad_input');
  });

  test('is permanent: the database refuses to change or delete it', async () => {
    const { id } = await makeTicket(app.deps, anna);
    const refused = async (statement: string) =>
      expect(await app.db.$client.unsafe(statement).then(() => 'done', String)).toMatch('is refused');
    await refused(`update ticket_messages set message = 'x' where ticket_id = ${id}`);
    await refused(`delete from ticket_messages where ticket_id = ${id}`);
    await refused('truncate ticket_messages');
    await refused(`delete from tickets where id = ${id}`);
    await refused(`update tickets set user_id = ${bela.id} where id = ${id}`);
    await refused(`update tickets set message_count = 0 where id = ${id}`);
  });
});

describe('the same request id', () => {
  test('opens one ticket, whatever was written since, and no other with another input', async () => {
    const input = { ...question, requestId: randomUUID() };
    const first = await anna.client.tickets.open.mutate(input);
    await admin.client.admin.tickets.reply.mutate({ id: first.id, message: 'Yes?' });
    await anna.client.tickets.close.mutate({ id: first.id });
    expect(await anna.client.tickets.open.mutate(input)).toEqual(first);
    const order = await makeOrder(app.db, anna);
    for (const change of [{ subject: 'Other' }, { message: 'Other' }, { orderId: order.id }])
      expect(await codeOf(anna.client.tickets.open.mutate({ ...input, ...change }))).toBe('idempotency_conflict');
    expect((await bela.client.tickets.open.mutate(input)).id).not.toBe(first.id);
    expect(idsOf(await anna.client.tickets.list.query({}))).toEqual([first.id]);
  });

  test('20 times at once opens one ticket', async () => {
    const input = { ...question, requestId: randomUUID() };
    const opened = await Promise.all(Array.from({ length: 20 }, () => openTicket(app.deps, anna.actor, input)));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(await app.db.$count(tickets, eq(tickets.userId, anna.id))).toBe(1);
  });

  test('writes one message, on either side', async () => {
    const { id } = await makeTicket(app.deps, anna);
    const other = await makeTicket(app.deps, anna);
    const input = { id, message: 'Hello?', requestId: randomUUID() };
    const replies = await Promise.all(Array.from({ length: 10 }, () => replyToTicket(app.deps, anna.actor, input)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const answer = { ...input, message: 'Here.' };
    const answered = await admin.client.admin.tickets.reply.mutate(answer);
    await anna.client.tickets.reply.mutate({ id, message: 'Good.' });
    expect(await admin.client.admin.tickets.reply.mutate(answer)).toEqual(answered);
    expect(await anna.client.tickets.reply.mutate(input)).toMatchObject({ status: 'open', messageCount: 2 });
    for (const change of [{ message: 'Other' }, { id: other.id }]) {
      expect(await codeOf(anna.client.tickets.reply.mutate({ ...input, ...change }))).toBe('idempotency_conflict');
      expect(await codeOf(admin.client.admin.tickets.reply.mutate({ ...answer, ...change }))).toBe(
        'idempotency_conflict',
      );
    }
    expect(await app.db.$count(ticketMessages, eq(ticketMessages.ticketId, id))).toBe(4);
    const own = await makeTicket(app.deps, admin);
    const written = { id: own.id, message: 'Me again', requestId: randomUUID() };
    await admin.client.tickets.reply.mutate(written);
    expect(await codeOf(admin.client.admin.tickets.reply.mutate(written))).toBe('idempotency_conflict');
    // A retry of an accepted message succeeds, although the ticket is closed by now.
    await anna.client.tickets.close.mutate({ id });
    expect(await anna.client.tickets.reply.mutate(input)).toMatchObject({ messageCount: 2 });
  });

  test('simultaneous messages are all written, and numbered without a gap', async () => {
    const { id } = await makeTicket(app.deps, anna);
    const write = (n: number) =>
      n % 2
        ? anna.client.tickets.reply.mutate({ id, message: `${n}` })
        : admin.client.admin.tickets.reply.mutate({ id, message: `${n}` });
    await Promise.all(Array.from({ length: 12 }, (_, n) => write(n)));
    const { messages, messageCount, lastMessageAt } = await anna.client.tickets.get.query({ id });
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect([messageCount, lastMessageAt]).toEqual([13, messages.at(-1)?.at]);
    expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).toSorted());
  });
});

describe('limits', () => {
  test('a customer has a maximum of tickets that are not closed, also with simultaneous calls, and none can be reopened above it', async () => {
    const first = await makeTicket(app.deps, anna);
    await anna.client.tickets.close.mutate({ id: first.id });
    const all = await Promise.allSettled(
      Array.from({ length: MAX_OPEN_TICKETS + 5 }, () => openTicket(app.deps, anna.actor, question)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_OPEN_TICKETS);
    const full = {
      code: 'too_many_tickets',
      httpStatus: 409,
      message: expect.stringContaining('10 tickets') as string,
    };
    expect(await refusalOf(anna.client.tickets.open.mutate(question))).toMatchObject(full);
    expect(await refusalOf(anna.client.tickets.reopen.mutate({ id: first.id }))).toMatchObject(full);
    expect(await anna.client.tickets.get.query({ id: first.id })).toMatchObject({ status: 'closed' });
    const [newest = 0] = idsOf(await anna.client.tickets.list.query({}));
    await anna.client.tickets.close.mutate({ id: newest });
    expect(await anna.client.tickets.reopen.mutate({ id: first.id })).toMatchObject({ status: 'open' });
    expect(await bela.client.tickets.open.mutate(question)).toMatchObject({ status: 'open' });
  });

  test('a customer has a maximum of messages per hour, in all tickets together; retries do not count, admins have no limit', async () => {
    const [one, two] = [await makeTicket(app.deps, anna), await makeTicket(app.deps, anna)];
    const last = { id: one.id, message: 'Hello?', requestId: randomUUID() };
    for (let left = 37; left > 0; left--) await replyToTicket(app.deps, anna.actor, { id: two.id, message: 'Hello?' });
    const written = await anna.client.tickets.reply.mutate(last);
    const refused = {
      code: 'too_many_messages',
      httpStatus: 429,
      message: 'You have sent many messages within an hour. Please write again in 60 minutes.',
    };
    expect(await refusalOf(anna.client.tickets.reply.mutate({ id: one.id, message: 'Hello?' }))).toMatchObject(refused);
    expect(await refusalOf(anna.client.tickets.open.mutate(question))).toMatchObject(refused);
    expect(await anna.client.tickets.reply.mutate(last)).toEqual(written);
    const { error, headers } = await app.post(
      'tickets.reply',
      { id: one.id, message: 'Hello?' },
      { headers: { authorization: `Bearer ${anna.accessToken}` } },
    );
    expect(Number(headers.get('retry-after'))).toBe(error?.details?.retryAfterSeconds);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
    await anna.client.tickets.close.mutate({ id: one.id });
    expect(await codeOf(anna.client.tickets.reopen.mutate({ id: one.id }))).toBe('too_many_messages');
    expect(await admin.client.admin.tickets.reply.mutate({ id: one.id, message: 'Slowly.' })).toMatchObject({
      status: 'answered',
    });
  });

  test('a customer blocked while the message is in flight writes nothing', async () => {
    const { id } = await makeTicket(app.deps, anna);
    await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, anna.id));
    expect(await codeOf(openTicket(app.deps, anna.actor, question))).toBe('blocked');
    expect(await codeOf(replyToTicket(app.deps, anna.actor, { id, message: 'Hello?' }))).toBe('blocked');
    expect(await codeOf(anna.client.tickets.list.query({}))).toBe('blocked');
    expect(await app.db.$count(ticketMessages, eq(ticketMessages.authorId, anna.id))).toBe(1);
  });
});

test('every process receives changed tickets with their customer, and nothing for retries and refusals', async () => {
  const there = await startSecondApp(app);
  try {
    const heard = { here: [] as string[], there: [] as string[] };
    let hears = false;
    const end = app.deps.events.subscribe('tickets', (subject) => {
      if (subject?.startsWith(`${anna.id}:`)) heard.here.push(subject);
    });
    there.deps.events.subscribe('tickets', (subject) => {
      if (subject?.startsWith(`${anna.id}:`)) heard.there.push(subject);
      else hears = true;
    });
    // A process that has just started may not listen yet, and no event is repeated.
    await vi.waitFor(
      () => {
        app.deps.events.publish('tickets', '0:0');
        expect(hears).toBe(true);
      },
      { timeout: 10_000 },
    );
    const { id } = await anna.client.tickets.open.mutate({ ...question, requestId: randomUUID() });
    const answer = { id, message: 'Yes.', requestId: randomUUID() };
    const reply = { id, message: 'Thanks.', requestId: randomUUID() };
    const steps = [
      () => admin.client.admin.tickets.reply.mutate(answer),
      () => anna.client.tickets.reply.mutate(reply),
      () => anna.client.tickets.close.mutate({ id }),
      () => anna.client.tickets.reopen.mutate({ id }),
      () => admin.client.admin.tickets.close.mutate({ id }),
    ];
    for (const [index, step] of steps.entries()) {
      const changes = Array<string>(index + 1).fill(`${anna.id}:${id}`);
      expect(heard.here).toEqual(changes);
      await expect.poll(() => heard.there, { timeout: 10_000 }).toEqual(changes);
      await step();
    }
    const sofar = [...heard.here];
    expect(sofar).toHaveLength(steps.length + 1);
    await anna.client.tickets.close.mutate({ id });
    await admin.client.admin.tickets.close.mutate({ id });
    await admin.client.admin.tickets.reply.mutate(answer);
    await anna.client.tickets.reply.mutate(reply);
    expect(await codeOf(anna.client.tickets.reply.mutate({ id, message: 'Hello?' }))).toBe('ticket_closed');
    expect(heard.here).toEqual(sofar);
    end();
  } finally {
    await there.close();
  }
});

test("one customer reads and changes nothing of another's, as if it did not exist; nor does an admin through the customer's API", async () => {
  const { id } = await makeTicket(app.deps, anna);
  for (const { client } of [bela, admin]) {
    const attempts = [
      client.tickets.get.query({ id }),
      client.tickets.reply.mutate({ id, message: 'Mine' }),
      client.tickets.close.mutate({ id }),
      client.tickets.reopen.mutate({ id }),
      client.tickets.get.query({ id: 999_999 }),
    ];
    for (const refused of await Promise.all(attempts.map(refusalOf)))
      expect(refused).toMatchObject({ code: 'not_found', httpStatus: 404, message: 'Not found.' });
  }
  expect(await codeOf(admin.client.admin.tickets.close.mutate({ id: 999_999 }))).toBe('not_found');
  expect(await codeOf(admin.client.admin.tickets.reply.mutate({ id: 999_999, message: 'x' }))).toBe('not_found');
  const [row] = await app.db
    .select({ status: tickets.status })
    .from(tickets)
    .where(and(eq(tickets.id, id), eq(tickets.messageCount, 1)));
  expect(row).toEqual({ status: 'open' });
});

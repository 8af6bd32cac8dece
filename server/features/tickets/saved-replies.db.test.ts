import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { makeTicket } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const person = await makeSignedInAdmin(app);
const admin = { ...person, client: app.client(person.accessToken) };
beforeEach(() => app.db.execute(sql`delete from saved_replies`));

const replies = () => admin.client.admin.savedReplies;

test('saved replies are created, listed by title, changed and deleted', async () => {
  const late = await replies().save.mutate({ title: 'zebra', text: 'Late.' });
  const early = await replies().save.mutate({ title: 'Apple', text: ' Dear {name},\nwait. ' });
  expect(early).toEqual({ id: early.id, title: 'Apple', text: 'Dear {name},\nwait.', textBn: null });
  expect(await replies().list.query()).toEqual([early, late]);
  const changed = { ...late, text: 'Later.' };
  expect(await replies().save.mutate(changed)).toEqual(changed);
  expect(await replies().delete.mutate({ id: early.id })).toEqual({ ok: true });
  expect(await replies().list.query()).toEqual([changed]);
  expect(await codeOf(replies().delete.mutate({ id: early.id }))).toBe('not_found');
  expect(await codeOf(replies().save.mutate(early))).toBe('not_found');
});

test('the text in Bengali stays if a client does not know it, and goes with an empty one', async () => {
  const { id } = await replies().save.mutate({ title: 'Later', text: 'Wait.', textBn: ' অপেক্ষা করুন। ' });
  const saved = { id, title: 'Later', text: 'Wait a day.', textBn: 'অপেক্ষা করুন।' };
  expect(await replies().save.mutate({ id, title: 'Later', text: 'Wait a day.' })).toEqual(saved);
  expect(await replies().save.mutate({ ...saved, textBn: '' })).toEqual({ ...saved, textBn: null });
  expect(await replies().list.query()).toEqual([{ ...saved, textBn: null }]);
});

test('saved replies have unique titles, in any case', async () => {
  const { id } = await replies().save.mutate({ title: 'On its way', text: 'Yes.' });
  await replies().save.mutate({ title: 'Other', text: 'No.' });
  const taken = { code: 'bad_input', fieldErrors: { title: ['A saved reply with this title already exists'] } };
  expect(await refusalOf(replies().save.mutate({ title: ' ON its way ', text: 'Maybe.' }))).toMatchObject(taken);
  expect(await refusalOf(replies().save.mutate({ id, title: 'other', text: 'Maybe.' }))).toMatchObject(taken);
});

test('of two admins who save the last possible one at the same time one succeeds', async () => {
  await app.db.execute(
    sql`insert into saved_replies (title, text) select 'Reply ' || i, 'x' from generate_series(1, 99) i`,
  );
  const both = await Promise.allSettled(['one', 'two'].map((title) => replies().save.mutate({ title, text: 'x' })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await refusalOf(replies().save.mutate({ title: 'three', text: 'x' }))).toMatchObject({
    fieldErrors: { title: ['There are 100 saved replies; delete one first'] },
  });
  expect(await replies().list.query()).toHaveLength(100);
});

test('an admin finds the tickets that they answered last, page by page', async () => {
  const customer = await makeCustomer(app);
  const other = await makeSignedInAdmin(app);
  const made = [];
  for (let left = 4; left > 0; left--) made.push((await makeTicket(app.deps, customer)).id);
  const [one = 0, two = 0, three = 0] = made;
  for (const id of [one, two, three]) await admin.client.admin.tickets.reply.mutate({ id, message: 'Yes.' });
  await app.client(other.accessToken).admin.tickets.reply.mutate({ id: two, message: 'No.' });
  await app.client(customer.accessToken).tickets.reply.mutate({ id: one, message: 'And now?' });
  const { list } = admin.client.admin.tickets;
  const first = await list.query({ mine: true, limit: 1 });
  const second = await list.query({ mine: true, limit: 1, cursor: first.nextCursor });
  expect([first, second].map(({ items }) => items.map(({ id }) => id))).toEqual([[one], [three]]);
  expect(second.nextCursor).toBeNull();
  expect((await list.query({ mine: true, status: 'open' })).items.map(({ id }) => id)).toEqual([one]);
});

import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { dollars, makeMissing, makeUser } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db } = app;
const [one, other, cautious] = [
  await makeSignedInAdmin(app),
  await makeSignedInAdmin(app),
  await makeSignedInAdmin(app, { isReauthenticated: false }),
];
const as = ({ accessToken }: typeof one) => app.client(accessToken).admin.missing;
const customer = await makeUser(db);

test('is settled once, with an outcome and a reason; the same admin may repeat it, another learns who did it', async () => {
  const { id } = await makeMissing(db, customer);
  const settlement = { id, outcome: 'restored', reason: 'Ordered again' } as const;
  const settled = await as(one).settle.mutate(settlement);
  expect(settled).toMatchObject({ state: 'settled', outcome: 'restored', settledBy: one.userName });
  expect(await as(one).settle.mutate(settlement)).toEqual(settled);
  expect(await refusalOf(as(one).settle.mutate({ ...settlement, outcome: 'ignored' }))).toMatchObject({
    code: 'already_decided',
  });
  expect(await refusalOf(as(other).settle.mutate(settlement))).toMatchObject({
    code: 'already_decided',
    details: { decidedBy: one.userName },
  });
  expect((await as(one).list.query({})).items.map((entry) => entry.id)).not.toContain(id);
  expect((await as(one).list.query({ state: 'settled' })).items[0]).toEqual(settled);
});

test('is settled by one of two admins who do it at once', async () => {
  const { id } = await makeMissing(db, customer);
  const calls = [one, other].map((admin) =>
    as(admin).settle.mutate({ id, outcome: 'refunded', reason: admin.userName }),
  );
  const [refused, ...others] = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ reason: { data: { domainCode: 'already_decided' } } });
});

test('needs a re-authentication above the limit of approvals, and nothing changes without one', async () => {
  const large = await makeMissing(db, customer, { amountNanos: dollars(1_000.01) });
  const settlement = { outcome: 'ignored', reason: 'A test' } as const;
  expect(await codeOf(as(cautious).settle.mutate({ ...settlement, id: large.id }))).toBe('reauthentication_required');
  expect((await as(one).list.query({})).items[0]).toMatchObject({ id: large.id, state: 'open' });
  const small = await makeMissing(db, customer);
  expect((await as(cautious).settle.mutate({ ...settlement, id: small.id })).state).toBe('settled');
});

test('is refused without a reason, with an unknown outcome, for no entry, and for one that was found again', async () => {
  const { id } = await makeMissing(db, customer);
  expect(await codeOf(as(one).settle.mutate({ id, outcome: 'ignored', reason: ' ' }))).toBe('bad_input');
  expect(await codeOf(as(one).settle.mutate({ id, outcome: 'gone' as 'ignored', reason: 'x' }))).toBe('bad_input');
  expect(await codeOf(as(one).settle.mutate({ id: 999_999, outcome: 'ignored', reason: 'x' }))).toBe('not_found');
  const found = await makeMissing(db, customer, { foundAt: new Date() });
  expect(await codeOf(as(one).settle.mutate({ id: found.id, outcome: 'ignored', reason: 'x' }))).toBe(
    'already_decided',
  );
});

test('is listed page by page, newest first, and without the name of a user who came later', async () => {
  const before = new Date(Date.now() - 3_600_000);
  const { id } = await makeMissing(db, customer, { acknowledgedAt: before });
  expect((await as(one).list.query({})).items[0]).toMatchObject({ id, customer: { id: customer.id, userName: null } });
  await makeMissing(db, customer);
  const pages = await allPages((cursor) => as(one).list.query({ cursor, limit: 2 }));
  const ids = pages.flat().map((entry) => entry.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(ids).toHaveLength((await as(one).list.query({})).open);
  expect(await codeOf(as(one).list.query({ cursor: 'x' }))).toBe('bad_input');
});

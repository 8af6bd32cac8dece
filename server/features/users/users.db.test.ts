import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#db/schema/users.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, giveMoney, makeUser } from '../../testing/factories.ts';
import { allPages, planOf } from '../../testing/lists.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { setBlocked } from './set-blocked.ts';

const app = await testApp();
const admin = await app.createAdminUser({ userName: 'the-admin' });

const list = (input = {}) => admin.client.admin.users.list.query(input);

describe('one user', () => {
  it('has balance and state, and no secrets', async () => {
    const { user } = await app.registerUser();
    await giveMoney(app.db, user.id, dollars(3));

    const shown = await admin.client.admin.users.get.query({ id: user.id });
    expect(shown).toMatchObject({ ...user, balanceNanos: 3 * DOLLAR, blocked: false });
    expect(JSON.stringify(shown)).not.toMatch(/password|hash/i);
  });

  it('has the number of other accounts with the same phone, in any spelling', async () => {
    const phones = ['01577443325', '+880 1577-443325', '8801577443325', '01577443326', 'none', 'none'];
    const ids: number[] = [];
    for (const phone of phones) ids.push((await makeUser(app.db, { phone })).id);
    const counts: number[] = [];
    for (const id of ids) counts.push((await admin.client.admin.users.get.query({ id })).samePhone);
    expect(counts).toEqual([2, 2, 2, 0, 0, 0]);
  });

  it('is not found if unknown', async () => {
    expect(await codeOf(admin.client.admin.users.get.query({ id: 999_999 }))).toBe('not_found');
    expect(await codeOf(admin.client.admin.users.get.query({ id: 1.5 }))).toBe('bad_input');
  });
});

describe('the list', () => {
  const prefix = 'lister';
  const names = ['Zoya', 'amin', 'Bilkis', 'Amin', '100% Taka', 'under_score', 'back\\slash'];
  const ids: number[] = [];
  beforeAll(async () => {
    for (const [i, name] of names.entries()) {
      const { id } = await makeUser(app.db, { userName: `${prefix}${i}`, name });
      ids.push(id);
      if (i % 3 > 0) await giveMoney(app.db, id, dollars(i % 3));
    }
    await app.db
      .update(users)
      .set({ blockedAt: sql`now()` })
      .where(eq(users.userName, `${prefix}2`));
  });

  const all = async (input: Record<string, unknown>, limit: number) => {
    const pages = await allPages((cursor) => list({ ...input, limit, cursor }));
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    return pages.flat();
  };

  it.each(['newest', 'oldest', 'name', 'nameDescending', 'balance', 'lowestBalance'] as const)(
    'by %s is complete and in order, page by page',
    async (sort) => {
      const whole = await all({ sort, search: prefix }, 100);
      const paged = await all({ sort, search: prefix }, 2);

      expect(paged).toEqual(whole);
      expect(whole.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
      const shown = whole.map((user) =>
        sort.startsWith('name') ? user.name : /balance/i.test(sort) ? user.balanceNanos : user.id,
      );
      const isDescending = ['newest', 'nameDescending', 'balance'].includes(sort);
      const ordered = [...shown].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(shown).toEqual(isDescending ? ordered.reverse() : ordered);
    },
  );

  it('skips and repeats nobody while users are added', async () => {
    const first = await list({ search: prefix, limit: 3 });
    await makeUser(app.db, { userName: `${prefix}-late` });
    const second = await list({ search: prefix, limit: 100, cursor: first.nextCursor });
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(seen).toEqual([...ids].reverse());
    await app.db
      .update(users)
      .set({ userName: 'not-listed' })
      .where(eq(users.userName, `${prefix}-late`));
  });

  it.each([
    ['user name', 'LISTER1', ['amin']],
    ['part of a name', 'ilki', ['Bilkis']],
    ['a percent sign that means itself', '0%', ['100% Taka']],
    ['an underscore that means itself', 'r_s', ['under_score']],
    ['a backslash that means itself', '\\', ['back\\slash']],
    ['SQL that is only text', "' or 1=1 --", []],
  ])('is searched by %s', async (_what, search, expected) => {
    expect((await list({ search })).items.map(({ name }) => name)).toEqual(expected);
  });

  it('is searched by email and phone', async () => {
    const { user } = await app.registerUser({ phone: '+8801999888777' });
    expect((await list({ search: '1999888' })).items.map(({ id }) => id)).toEqual([user.id]);
    expect((await list({ search: user.email.toUpperCase() })).items.map(({ id }) => id)).toEqual([user.id]);
  });

  it('is searched by a phone with and without its country code, in any digits', async () => {
    const local = await makeUser(app.db, { phone: '01655443322' });
    const abroad = await makeUser(app.db, { phone: '+8801655443323' });
    const parted = await makeUser(app.db, { phone: '+880 1655-443324' });
    const found = async (search: string) => (await list({ search, sort: 'oldest' })).items.map(({ id }) => id);
    for (const search of ['+8801655443322', '8801655443322', '+880 1655-443322', '01655443322', '০১৬৫৫৪৪৩৩২২'])
      expect(await found(search), search).toEqual([local.id]);
    for (const search of ['01655443323', '+8801655443323', '8801655 443323'])
      expect(await found(search), search).toEqual([abroad.id]);
    expect(await found('+880 1655-443324')).toEqual([parted.id]);
    expect(await found('+8801655')).toEqual([local.id, abroad.id]);
    for (const search of ['01655443324', '8801655443324', '০১৬৫৫-৪৪৩৩২৪', '1655 443324', '+8801655443324'])
      expect(await found(search), search).toEqual([parted.id]);
  });

  it('is searched by one or two letters at the beginning of a word, by the index', async () => {
    const beginning = await makeUser(app.db, { userName: 'zq_first', name: 'Zqx Other' });
    const second = await makeUser(app.db, { name: 'Other Zqy' });
    const within = await makeUser(app.db, { name: 'Ozqy' });
    const found = async (search: string) => (await list({ search, sort: 'oldest' })).items.map(({ id }) => id);
    expect(await found('zq')).toEqual([beginning.id, second.id]);
    expect(await found('zqy')).toEqual([second.id, within.id]);
    const text = `(user_name || ' ' || name || ' ' || email || ' ' || phone)`;
    for (const condition of [`${text} ilike 'zq%' or ${text} ilike '% zq%'`, `${text} ilike '%somebody%'`])
      expect(await planOf(app.db, `select id from users where ${condition}`, ['seqscan'])).toContain(
        'users_search_idx',
      );
  });

  it('is filtered by state', async () => {
    const blocked = await list({ search: prefix, status: 'blocked' });
    expect(blocked.items.map(({ name, blocked: is }) => [name, is])).toEqual([['Bilkis', true]]);
    const active = await list({ search: prefix, status: 'active', sort: 'oldest', limit: ids.length - 1 });
    expect(active.items.map(({ id }) => id)).toEqual(ids.filter((_, i) => names[i] !== 'Bilkis'));
  });

  it.each([{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { sort: 'passwordHash' }, { offset: 5 }])(
    'refuses %o',
    async (input) => {
      expect(await codeOf(list(input))).toBe('bad_input');
    },
  );
});

describe('blocking', () => {
  const set = (id: number, blocked: boolean, by = admin) => by.client.admin.users.setBlocked.mutate({ id, blocked });

  it('stops a user at once, including existing tokens, until they are unblocked', async () => {
    const { user, client, cookie, password } = await app.registerUser();
    const refresh = () => app.post('auth.refresh', undefined, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    const login = () => app.client().auth.login.mutate({ userName: user.userName, password });

    expect(await set(user.id, true)).toMatchObject({ id: user.id, blocked: true });
    expect(await refusalOf(client.auth.me.query())).toMatchObject({ code: 'blocked', httpStatus: 403 });
    expect((await refresh()).error?.domainCode).toBe('blocked');
    expect(await codeOf(login())).toBe('blocked');

    expect(await set(user.id, false)).toMatchObject({ id: user.id, blocked: false });
    // Blocking ended the sessions; unblocking does not restore them.
    expect(await codeOf(client.auth.me.query())).toBe('session_ended');
    expect((await refresh()).error?.domainCode).toBe('session_ended');
    expect((await login()).user.id).toBe(user.id);
  });

  it('succeeds when repeated, and keeps its time', async () => {
    const { user } = await app.registerUser();
    await set(user.id, true);
    const [first] = await app.db.select({ at: users.blockedAt }).from(users).where(eq(users.id, user.id));
    expect((await set(user.id, true)).blocked).toBe(true);
    const [again] = await app.db.select({ at: users.blockedAt }).from(users).where(eq(users.id, user.id));
    expect(again).toEqual(first);
    for (let i = 0; i < 2; i++) expect((await set(user.id, false)).blocked).toBe(false);
  });

  it('stops an admin as well, but never oneself', async () => {
    const other = await app.createAdminUser();
    expect(await refusalOf(set(other.user.id, true, other))).toMatchObject({ code: 'self_block', httpStatus: 409 });
    expect((await set(other.user.id, true)).blocked).toBe(true);
    expect(await codeOf(set(admin.user.id, true, other))).toBe('blocked');
  });

  it('does not find an unknown user', async () => {
    for (const blocked of [true, false]) expect(await codeOf(set(999_999, blocked))).toBe('not_found');
  });

  it('is refused for an admin who was blocked in the meantime', async () => {
    const [one, two, three] = [await app.createAdminUser(), await app.createAdminUser(), await app.createAdminUser()];
    await set(one.user.id, true);
    const actor = { id: one.user.id, role: 'admin' as const };
    await expect(setBlocked(app.deps, actor, { id: two.user.id, blocked: true })).rejects.toMatchObject({
      code: 'blocked',
    });
    expect((await three.client.admin.users.get.query({ id: two.user.id })).blocked).toBe(false);
  });
});

it('is for admins, by the verb itself too', async () => {
  const customer = await makeUser(app.db);
  await expect(setBlocked(app.deps, customer.actor, { id: admin.user.id, blocked: true })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

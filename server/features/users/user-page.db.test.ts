import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { users } from '#db/schema/users.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { DOLLAR, dollars, giveMoney, makeOrder, makeRecharge, makeTicket, makeUser } from '../../testing/factories.ts';
import { makeCustomer } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const admin = await app.createAdminUser({ userName: 'the-admin' });

const of = () => admin.client.admin.users;

describe('the facts of a user', () => {
  it('count only their own rows', async () => {
    const customer = await makeCustomer(app, dollars(100));
    const other = await makeUser(app.db, { balanceNanos: dollars(100) });
    await makeOrder(app.db, customer);
    const rejected = await makeOrder(app.db, customer);
    await admin.client.admin.orders.decide.mutate({ id: rejected.id, decision: 'reject' });
    await makeRecharge(app.db, customer);
    await makeTicket(app.deps, customer);
    for (const make of [() => makeOrder(app.db, other), () => makeRecharge(app.db, other)]) await make();

    const facts = await of().get.query({ id: customer.id });
    expect(facts.counts).toEqual({
      orders: 2,
      openOrders: 1,
      recharges: 1,
      pendingRecharges: 1,
      tickets: 1,
      openTickets: 1,
      sessions: 1,
    });
    expect(facts).toMatchObject({ blocked: false, blockedAt: null, emailConfirmed: false });
    expect(Date.now() - new Date(facts.lastSeenAt ?? 0).getTime()).toBeLessThan(60_000);
  });

  it('include the time of a block, and no last visit', async () => {
    const { id } = await makeUser(app.db);
    await of().setBlocked.mutate({ id, blocked: true });
    const facts = await of().get.query({ id });
    expect(facts).toMatchObject({ blocked: true, lastSeenAt: null, counts: { sessions: 0, orders: 0 } });
    expect(facts.blockedAt).not.toBeNull();
  });
});

describe("a user's ledger", () => {
  it('has each entry with the admin of a grant, page by page, and the customer does not see the admin', async () => {
    const { user, client } = await app.registerUser();
    for (const amount of [3, 2, -1]) await of().giveBalance.mutate({ id: user.id, amountNanos: dollars(amount) });
    await giveMoney(app.db, (await makeUser(app.db)).id, dollars(50));

    const first = await of().statement.query({ id: user.id, limit: 2 });
    const second = await of().statement.query({ id: user.id, limit: 2, cursor: first.nextCursor });
    const entries = [...first.items, ...second.items];
    expect(entries.map((entry) => [entry.amountNanos, entry.balanceAfterNanos, entry.givenBy])).toEqual([
      [-1 * DOLLAR, 4 * DOLLAR, 'the-admin'],
      [2 * DOLLAR, 5 * DOLLAR, 'the-admin'],
      [3 * DOLLAR, 3 * DOLLAR, 'the-admin'],
    ]);
    expect(second.nextCursor).toBeNull();
    const own = await client.balance.statement.query({});
    expect(own.items).toHaveLength(3);
    expect(JSON.stringify(own)).not.toMatch(/givenBy|the-admin/);
    expect(await codeOf(of().statement.query({ id: user.id, cursor: 'nonsense' }))).toBe('bad_input');
  });
});

describe("a user's sessions", () => {
  it('are listed, and all ended at once, while the password stays', async () => {
    const { user, client, password } = await app.registerUser();
    const login = () => app.client().auth.login.mutate({ userName: user.userName, password });
    await login();
    const listed = await of().sessions.query({ id: user.id });
    expect(listed.map(({ current }) => current)).toEqual([false, false]);
    expect(JSON.stringify(listed)).not.toMatch(/hash|token/i);

    expect(await of().endSessions.mutate({ id: user.id })).toEqual({ ended: 2 });
    expect(await codeOf(client.auth.me.query())).toBe('session_ended');
    expect(await of().sessions.query({ id: user.id })).toEqual([]);
    expect((await login()).user.id).toBe(user.id);
    expect((await admin.client.auth.me.query()).id).toBe(admin.user.id);
  });

  it('of oneself mark the current one', async () => {
    const [own] = await of().sessions.query({ id: admin.user.id });
    expect(own?.current).toBe(true);
  });

  it('of an unknown user are empty', async () => {
    expect(await codeOf(of().endSessions.mutate({ id: 999_999 }))).toBe('not_found');
  });
});

describe('a reset link that an admin sends', () => {
  const send = (id: number) => of().sendResetLink.mutate({ id });
  const mailsTo = (recipient: string) => app.db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient));

  it('goes to the user alone, and sets a new password', async () => {
    const { user } = await app.registerUser();
    const answer = await send(user.id);
    expect(answer).toEqual({ ok: true });
    const [mail, ...more] = await mailsTo(user.email);
    expect(more).toEqual([]);
    const token = /reset-password\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    expect(await app.client().auth.resetPassword.mutate({ token, password: 'a whole new phrase' })).toEqual({
      ok: true,
    });
  });

  it('is refused for a blocked and for an unknown user', async () => {
    const { user } = await app.registerUser();
    await of().setBlocked.mutate({ id: user.id, blocked: true });
    expect(await refusalOf(send(user.id))).toMatchObject({ code: 'user_blocked', httpStatus: 409 });
    expect(await mailsTo(user.email)).toEqual([]);
    expect(await codeOf(send(999_999))).toBe('not_found');
  });

  it('has the limits of a forgotten password', async () => {
    const { user } = await app.registerUser();
    const codes = [];
    for (let i = 0; i < 12; i++) {
      const outcome = (error: { data: { domainCode: string } }) => error.data.domainCode;
      codes.push(await send(user.id).then(() => 'ok', outcome));
    }
    const sent = codes.filter((code) => code === 'ok').length;
    expect(codes).toEqual(codes.map((_, i) => (i < sent ? 'ok' : 'too_many_requests')));
    expect(sent).toBe(app.deps.config.limits.passwordResetsPerHour);
    expect(await mailsTo(user.email)).toHaveLength(sent);
  });
});

describe('giving balance', () => {
  it.each([
    [0, 'Amount must not be 0'],
    [10_000_000_000_001, 'At most $10,000 at a time'],
    [-10_000_000_000_001, 'At most $10,000 at a time'],
    [0.5, 'Amount must be a whole number'],
    [null, 'Amount is required'],
    ['5', 'Amount must be a whole number'],
  ])('of %o returns the error', async (amountNanos, message) => {
    const refused = await refusalOf(of().giveBalance.mutate({ id: admin.user.id, amountNanos: amountNanos as never }));
    expect(refused.fieldErrors).toEqual({ amountNanos: [message] });
  });
});

describe('the list as a file', () => {
  it('has all matching users, formula-safe, for admins only', async () => {
    const one = await makeUser(app.db, { userName: 'filed1', name: '=1+1' });
    await giveMoney(app.db, one.id, dollars(7));
    const two = await makeUser(app.db, { userName: 'filed2', role: 'admin' });
    const file = async (input: object) => readExport(await askForExport(app, admin, 'users', input));

    const rows = await file({ search: 'filed', sort: 'oldest' });
    expect(rows.map((row) => [row['User Name'], row['Balance (USD)'], row.Role, row.Status])).toEqual([
      ['filed1', '7', 'user', 'Active'],
      ['filed2', '0', 'admin', 'Active'],
    ]);
    expect(rows[0]?.Name).toBe("'=1+1");
    expect((await file({ search: 'filed', role: 'admin' })).map(({ User }) => User)).toEqual([String(two.id)]);
    await app.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, one.id));
    expect((await file({ search: 'filed', status: 'blocked' })).map(({ Status }) => Status)).toEqual(['Blocked']);
    expect((await askForExport(app, await app.registerUser(), 'users')).status).toBe(403);
  });
});

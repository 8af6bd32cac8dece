import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { grants } from '#db/schema/ledger.ts';
import { settings } from '#db/schema/settings.ts';
import { testDatabase } from '#db/testing/database.ts';
import { nanos } from '#shared/money.ts';
import type { Actor } from '#shared/users.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { DOLLAR, dollars, makeAdmin, makeUser, type TestUser } from '../../testing/factories.ts';
import { tamper } from '../../testing/money-history.ts';
import { withoutEvents } from '../../testing/without-events.ts';
import { getBalance } from './get-balance.ts';
import { giveBalance } from './give-balance.ts';
import { readStatement } from './read-statement.ts';

const database = await testDatabase({ max: 20 });
const admin = await makeAdmin(database.db);

const balanceOf = async ({ actor }: TestUser) => (await getBalance(database.db, actor)).balanceNanos;

describe('giving balance', () => {
  it('adds, takes back, and stores each reason in the statement', async () => {
    const { db } = database;
    const user = await makeUser(db);
    const given = await giveBalance(withoutEvents(db), admin.actor, {
      id: user.id,
      amountNanos: dollars(5),
      reason: 'Welcome',
    });
    const taken = await giveBalance(withoutEvents(db), admin.actor, { id: user.id, amountNanos: dollars(-2) });
    expect([given, taken]).toEqual([{ balanceNanos: 5 * DOLLAR }, { balanceNanos: 3 * DOLLAR }]);

    const newest = await readStatement(db, user.actor, { limit: 1 });
    const oldest = await readStatement(db, user.actor, { limit: 1, cursor: newest.nextCursor });
    expect([newest.items, oldest.items, oldest.nextCursor]).toMatchObject([
      [{ seq: 2, kind: 'grant', amountNanos: -2 * DOLLAR, balanceAfterNanos: 3 * DOLLAR, reason: null }],
      [{ seq: 1, kind: 'grant', amountNanos: 5 * DOLLAR, balanceAfterNanos: 5 * DOLLAR, reason: 'Welcome' }],
      null,
    ]);
  });

  it('never results in a negative balance, and then stores no grant', async () => {
    const { db } = database;
    const user = await makeUser(db, { balanceNanos: DOLLAR });
    const before = await db.$count(grants);
    await expect(
      giveBalance(withoutEvents(db), admin.actor, { id: user.id, amountNanos: nanos(-DOLLAR - 1) }),
    ).rejects.toMatchObject({
      code: 'insufficient_balance',
      details: { balanceNanos: DOLLAR },
    });
    expect(await db.$count(grants)).toBe(before);
    expect(
      (await giveBalance(withoutEvents(db), admin.actor, { id: user.id, amountNanos: nanos(-DOLLAR) })).balanceNanos,
    ).toBe(0);
  });

  it('is for admins only, and for existing users', async () => {
    const { db } = database;
    const user = await makeUser(db);
    const give = (actor: TestUser['actor'], id: number) =>
      giveBalance(withoutEvents(db), actor, { id, amountNanos: nanos(1) });
    await expect(give(user.actor, user.id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(give(admin.actor, 999_999)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('with the same request id returns the first result, and is refused with another input', async () => {
    const { db } = database;
    const [user, other] = [await makeUser(db), await makeUser(db)];
    const input = { id: user.id, amountNanos: DOLLAR, reason: 'Gift', requestId: randomUUID() };
    const first = await giveBalance(withoutEvents(db), admin.actor, input);
    await giveBalance(withoutEvents(db), admin.actor, { id: user.id, amountNanos: DOLLAR });
    expect(await giveBalance(withoutEvents(db), admin.actor, input)).toEqual(first);
    for (const change of [{ amountNanos: dollars(2) }, { reason: 'Other' }, { id: other.id }]) {
      await expect(giveBalance(withoutEvents(db), admin.actor, { ...input, ...change })).rejects.toMatchObject({
        code: 'idempotency_conflict',
      });
    }
    expect(await balanceOf(user)).toBe(2 * DOLLAR);
  });

  it('again without a request id is refused for a minute', async () => {
    const { db } = database;
    const user = await makeUser(db);
    const give = () => giveBalance(withoutEvents(db), admin.actor, { id: user.id, amountNanos: DOLLAR, reason: 'Eid' });
    await give();
    const passes = (seconds: number) =>
      tamper(db, `update grants set created_at = created_at - interval '${seconds} seconds'`);
    await passes(55);
    await expect(give()).rejects.toMatchObject({ code: 'repeated_gift' });
    await passes(6);
    await give();
    expect(await balanceOf(user)).toBe(2 * DOLLAR);
  });
});

describe('the limit without a re-authentication', () => {
  const give = (actor: Actor, id: number, dollarsGiven: number, requestId?: string) =>
    giveBalance(withoutEvents(database.db), actor, { id, amountNanos: dollars(dollarsGiven), requestId });
  const world = async () => ({
    user: await makeUser(database.db, { balanceNanos: dollars(50) }),
    actor: { ...(await makeAdmin(database.db)).actor, isReauthenticated: false },
  });
  const refused = { code: 'reauthentication_required' };

  it("holds for the sum of an admin's hour, and taking back counts as giving does", async () => {
    const { user, actor } = await world();
    const other = await makeUser(database.db);
    await give(actor, user.id, 60);
    await give(actor, user.id, -30);
    await give(actor, other.id, 10);
    for (const amount of [0.01, -0.01]) await expect(give(actor, user.id, amount)).rejects.toMatchObject(refused);
    expect([await balanceOf(user), await balanceOf(other)]).toEqual([dollars(80), dollars(10)]);
    const another = { ...(await makeAdmin(database.db)).actor, isReauthenticated: false };
    await give(another, user.id, 100);

    await give({ ...actor, isReauthenticated: true }, user.id, 500);
    await expect(give(actor, user.id, 0.01)).rejects.toMatchObject(refused);
    await rewindGrants(actor, 59);
    await expect(give(actor, user.id, 0.01)).rejects.toMatchObject(refused);
    await rewindGrants(actor, 61);
    await give(actor, user.id, 100);
    await expect(give(actor, user.id, 0.01)).rejects.toMatchObject(refused);
  });

  it('is not passed by twenty movements at once', async () => {
    const { user, actor } = await world();
    const other = await makeUser(database.db);
    const given = await Promise.allSettled(
      Array.from({ length: 20 }, (_, nth) => give(actor, nth % 2 ? user.id : other.id, 10, randomUUID())),
    );
    const reasons = given.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(reasons).toHaveLength(10);
    for (const reason of reasons) expect(reason).toMatchObject(refused);
    expect((await balanceOf(user)) + (await balanceOf(other))).toBe(dollars(50) + dollars(100));
  });

  it('counts a request that is sent twenty times at once only once', async () => {
    const { user, actor } = await world();
    const requestId = randomUUID();
    const given = await Promise.all(Array.from({ length: 20 }, () => give(actor, user.id, 60, requestId)));
    expect(new Set(given.map(({ balanceNanos }) => balanceNanos))).toEqual(new Set([dollars(110)]));
    await give(actor, user.id, 40);
    expect(await give(actor, user.id, 60, requestId)).toEqual({ balanceNanos: dollars(110) });
  });

  it('is a setting, which holds from the next movement on', async () => {
    const { user, actor } = await world();
    const { db } = database;
    await db.update(settings).set({ giveLimitNanos: nanos(0) });
    await expect(give(actor, user.id, 0.01)).rejects.toMatchObject(refused);
    await db.update(settings).set({ giveLimitNanos: dollars(5_000) });
    await give(actor, user.id, 4_000);
    await db.update(settings).set({ giveLimitNanos: dollars(100) });
    await expect(give(actor, user.id, 0.01)).rejects.toMatchObject(refused);
  });
});

/** Grants are append-only, except for who switches the triggers off. */
async function rewindGrants({ id }: Actor, minutes: number): Promise<void> {
  await database.db.$client.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update grants set created_at = now() - make_interval(mins => ${minutes}) where admin_id = ${id}`;
  });
}

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(database.db)).problems).toEqual([]);
});

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { grants } from '#db/schema/ledger.ts';
import { testDatabase } from '#db/testing/database.ts';
import { nanos } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { DOLLAR, dollars, makeAdmin, makeUser, type TestUser } from '../../testing/factories.ts';
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
});

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(database.db)).problems).toEqual([]);
});

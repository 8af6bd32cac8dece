import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { paymentDevices } from '#db/schema/evidence.ts';
import { recharges } from '#db/schema/recharges.ts';
import { taka } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { makeDevice } from '../../testing/devices.ts';
import { DOLLAR, dollars, makeAdmin, makePaymentMethod, makeRecharge, makeUser } from '../../testing/factories.ts';

const app = await testApp();
const admin = await app.createAdminUser();

async function customerWith(method?: string) {
  const customer = await app.registerUser();
  const actor = { id: customer.user.id, role: 'user' } as const;
  const recharge = await makeRecharge(app.db, { ...customer.user, actor }, method === undefined ? {} : { method });
  const read = () => customer.client.balance.recharge.query({ id: recharge.id });
  return { ...customer, id: recharge.id, read };
}

describe('how far a request is', () => {
  it('is sent, looking where a phone reads messages, person, credited', async () => {
    const device = await makeDevice(app.deps, await makeAdmin(app.db));
    const [method = ''] = device.methods;
    expect((await (await customerWith()).read()).phase).toBe('sent');
    const { id, read } = await customerWith(method);
    expect((await read()).phase).toBe('looking');
    await app.db.update(paymentDevices).set({ revokedAt: sql`now()` }).where(eq(paymentDevices.id, device.id));
    expect((await read()).phase).toBe('sent');
    const held = { heldReason: 'amount' as const, heldValues: ['৳4,711', '৳1,260'] };
    await app.db.update(recharges).set(held).where(eq(recharges.id, id));
    const waiting = await read();
    expect(waiting).toMatchObject({ phase: 'person', reason: null });
    // Who only knows the ID of another's payment must not learn its sum.
    expect(JSON.stringify(waiting)).not.toContain('4,711');
    await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
    expect((await read()).phase).toBe('credited');
  });

  it('is nothing for a rejected one', async () => {
    const { id, read } = await customerWith();
    await admin.client.admin.recharges.decide.mutate({ id, decision: 'reject', reason: 'Not there' });
    expect(await read()).toMatchObject({ phase: null, reason: 'Not there' });
  });
});

it('has what was asked for beside what was credited', async () => {
  const { id, read } = await customerWith();
  const asked = { amountNanos: 10 * DOLLAR, paidTaka: 1260 };
  expect(await read()).toMatchObject({ ...asked, asked, payer: null, corrections: [], thenOrder: null });
  await app.db
    .update(recharges)
    .set({
      status: 'approved',
      decidedBy: admin.user.id,
      decidedAt: sql`now()`,
      creditedNanos: dollars(4),
      receivedPoisha: 50_450,
    })
    .where(eq(recharges.id, id));
  expect(await read()).toMatchObject({ amountNanos: 4 * DOLLAR, paidTaka: taka(504), asked });
});

describe('the usual minutes', () => {
  /** Approvals of a new method, by minutes and when they were requested, in hours before now. @returns what a customer reads */
  async function usualOf(
    approvals: [minutes: number, hoursAgo: number][],
    status: 'approved' | 'rejected' = 'approved',
  ) {
    const { name } = await makePaymentMethod(app.db);
    const [payer, decider] = [() => makeUser(app.db), await makeAdmin(app.db)];
    for (const [minutes, hoursAgo] of approvals) {
      const { id } = await makeRecharge(app.db, await payer(), { method: name });
      await app.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`update recharges set status = ${status}, decided_by = ${decider.id},
          created_at = now() - make_interval(mins => ${Math.round(hoursAgo * 60)}),
          decided_at = now() - make_interval(mins => ${Math.round(hoursAgo * 60)}) + make_interval(secs => ${minutes * 60})
          where id = ${id}`);
      });
    }
    return (await (await customerWith(name)).read()).usualMinutes;
  }

  const at = (hoursAgo: number, ...minutes: number[]) => minutes.map((each): [number, number] => [each, hoursAgo]);

  it.each([
    ['null under five', at(24, 3, 5, 8, 90), null],
    ['the median', at(24, 3, 5, 8, 90, 2), 5],
    ['rounded', at(48, 3, 5.6, 8, 90, 2), 6],
    ['at least one', at(24, 0.1, 0.1, 0.1, 0.1, 0.1), 1],
    ['of two hours around, also across midnight', [...at(24 * 3 + 1.9, 4, 4), ...at(24 * 5 - 1.9, 6, 6, 6)], 6],
    ['not of other hours', [...at(24 * 3 + 2.2, 4), ...at(24 * 5 - 2.2, 4), ...at(24 * 2, 4, 4, 4, 4)], null],
    ['not of more than 30 days ago', [...at(24 * 31, 4), ...at(24, 4, 4, 4, 4)], null],
  ])('are %s', async (_what, approvals, expected) => {
    expect(await usualOf(approvals)).toBe(expected);
  });

  it('count approvals only', async () => {
    expect(await usualOf(at(24, 3, 5, 8, 90, 2), 'rejected')).toBeNull();
  });
});

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { decideRecharge } from '../../features/recharges/decide-recharge.ts';
import { requestRecharge } from '../../features/recharges/request-recharge.ts';
import { reverseRecharge } from '../../features/recharges/reverse-recharge.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { restApi, trpcApi } from '../../testing/apis.ts';
import { testApp } from '../../testing/app.ts';
import { ANY_RECHARGE, makeUser } from '../../testing/factories.ts';
import { idOfToday, textOf } from '../../testing/payment-texts.ts';
import { makeCustomer } from '../../testing/people.ts';
import { proofScene } from '../../testing/proof-scene.ts';

const app = await testApp();
const { db, deps } = app;
const scene = await proofScene(app, { caps: false });
await scene.credits();
await scene.begin('1,000.00');

const figures = (taka: number) => taka.toLocaleString('en-US', { minimumFractionDigits: 2 });
const proved = () =>
  db.execute(sql`
    select
      (select count(*)::int from evidence where state = 'used') as used,
      (select count(*)::int from evidence e where state = 'used' and exists (select from recharges r where r.evidence_id = e.id)) as "usedByOne",
      (select count(*)::int from recharges where status = 'approved' and evidence_id is not null) as proved,
      (select count(*)::int from recharges where status = 'approved' and evidence_id is null) as "byHand",
      (select count(*)::int from recharges where decider = 'evidence') as "byMessage",
      (select count(*)::int from recharges where status = 'approved') as approved,
      (select count(*)::int from ledger where kind = 'recharge') as credits`);

test('64 requests race for one message through both APIs: one credit', async () => {
  const id = idOfToday('RACE64');
  const people = await Promise.all(Array.from({ length: 64 }, () => makeCustomer(app)));
  const before = await proved();
  await scene.receive({ id, balance: figures(1504) });
  const outcomes = await Promise.all([
    scene.work(),
    ...people.map((person, nth) =>
      (nth % 2 ? trpcApi : restApi).requestRecharge(app, person, { method: 'Bkash', dollars: 4, reference: id }),
    ),
  ]);
  await scene.work();
  expect(outcomes.filter((each) => typeof each === 'object' && each.ok)).toHaveLength(1);
  const now = await proved();
  expect(Number(now[0]?.credits) - Number(before[0]?.credits)).toBe(1);
  expect((await checkLedger(db)).problems).toEqual([]);
});

/** What happens in a shop: a payment arrives or is late, a customer asks, a person decides, the panel works. */
const step = fc.oneof(
  fc.record({ do: fc.constant('message' as const), of: fc.nat(5), amount: fc.constantFrom('504.00', '500.00') }),
  fc.record({ do: fc.constant('request' as const), of: fc.nat(5) }),
  fc.record({
    do: fc.constantFrom('approve' as const, 'creditPaid' as const, 'reject' as const, 'reverse' as const),
    of: fc.nat(5),
  }),
  fc.record({ do: fc.constant('work' as const) }),
);

test('whatever happens: money in is what messages proved and what was given by hand, each once', async () => {
  let run = 0;
  let balance = 1504;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      run += 1;
      const customer = await makeUser(db);
      const admin = { ...scene.admin.actor, isReauthenticated: true };
      const idOf = (nth: number) => idOfToday(`R${run}X${nth}`);
      const asked = new Map<number, number>();
      for (const each of steps) {
        if (each.do === 'work') await scene.work();
        else if (each.do === 'message') {
          balance += Number(each.amount);
          await scene.post(textOf({ id: idOf(each.of), amount: each.amount, balance: figures(balance) }));
        } else if (each.do === 'request') {
          const input = { method: 'Bkash', amountNanos: nanos(4e9), reference: idOf(each.of) };
          const made = await requestRecharge(deps, customer.actor, input, ANY_RECHARGE).catch(() => undefined);
          if (made) asked.set(each.of, made.id);
        } else {
          const id = asked.get(each.of);
          if (id === undefined) continue;
          const act =
            each.do === 'reverse'
              ? reverseRecharge(deps, admin, { id, reason: 'Wrong', takeAvailable: true })
              : decideRecharge(deps, admin, {
                  id,
                  decision: each.do === 'reject' ? 'reject' : 'approve',
                  ...(each.do === 'creditPaid' && { creditPaid: true }),
                });
          await act.catch((error: unknown) => {
            if (!(error instanceof Error && 'code' in error)) throw error;
          });
        }
      }
      await scene.work();
      const [now] = await proved();
      expect(now?.proved).toBe(now?.usedByOne);
      expect(now?.credits).toBe(now?.approved);
      expect(Number(now?.proved) + Number(now?.byHand)).toBe(now?.approved);
    }),
    // Shrinking a failure takes longer than a test may.
    { numRuns: 30, endOnFailure: true },
  );
  expect((await checkLedger(db)).problems).toEqual([]);
});

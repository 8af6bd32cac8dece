import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { idOfToday } from '../../testing/payment-texts.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { proofScene } from '../../testing/proof-scene.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db } = app;
const scene = await proofScene(app);
const { work, receive, request, recharge, api, begin } = scene;

test('a method is switched on after 100 decisions without a contradiction, half of which it would have made', async () => {
  const customer = await app.registerUser();
  let decided = 0;
  const decide = async (count: number, verdict: string, status: string) => {
    decided += count;
    await db.execute(sql`
      insert into recharges (user_id, method_id, method_name, amount_nanos, rate_paisa, paid_taka, reference, status, decided_by, decided_at, verdict)
      select ${customer.user.id}, ${scene.method.id}, 'Bkash', 1, 1, 1, ${`SHADOW-${decided}-`} || n, ${status}, ${scene.admin.actor.id},
        now() + make_interval(secs => ${decided}), ${verdict} from generate_series(1, ${count}::int) n`);
  };
  const refusal = () => codeOf(api.admin.evidence.setAutomatic.mutate({ method: 'Bkash', on: true }));
  // 99 decisions, then 100 of which 49 would have been credited, then two that contradict.
  await decide(50, 'hold', 'rejected');
  await decide(49, 'credit', 'approved');
  expect(await refusal()).toBe('shadow_needed');
  await decide(1, 'hold', 'approved');
  expect(await refusal()).toBe('shadow_needed');
  await decide(2, 'credit', 'rejected');
  expect(await refusal()).toBe('shadow_needed');
  const bkash = async () => (await api.admin.evidence.automatic.query()).items.find(({ method }) => method === 'Bkash');
  expect(await bkash()).toMatchObject({ decisions: 100, credits: 51, contradictions: 2 });
  // A hundred later ones that agree.
  await decide(50, 'hold', 'rejected');
  await decide(50, 'credit', 'approved');
  await begin('1,000.00');
  const id = idOfToday('WAITED');
  const asked = await request(id);
  await receive({ id, balance: '1,504.00' });
  await work();
  expect(await recharge(asked.id)).toMatchObject({ status: 'pending' });
  const late = app.client((await makeSignedInAdmin(app, { isReauthenticated: false })).accessToken);
  expect(await codeOf(late.admin.evidence.setAutomatic.mutate({ method: 'Bkash', on: true }))).toBe(
    'reauthentication_required',
  );
  await api.admin.evidence.setAutomatic.mutate({ method: 'bkash', on: true });
  await work();
  expect(await recharge(asked.id)).toMatchObject({ status: 'approved', decider: 'evidence', decidedBy: null });
});

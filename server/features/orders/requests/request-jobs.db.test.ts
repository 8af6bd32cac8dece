import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ledger } from '#db/schema/ledger.ts';
import { settings } from '#db/schema/settings.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { testApp } from '#server/testing/app.ts';
import { makeAsked } from '#server/testing/asked.ts';
import { balanceOf, endOf, runJobs } from '#server/testing/bulk-runner.ts';
import { DOLLAR, dollars, makeDue, makeJob } from '#server/testing/factories.ts';
import { makeSignedInAdmin, type Person } from '#server/testing/people.ts';
import { codeOf } from '#server/testing/refusal.ts';
import type { StartJobInput } from '#shared/jobs.ts';
import { nanos } from '#shared/money.ts';
import type { RequestDecision } from '#shared/request-status.ts';
import { decideOrder } from '../decide-order.ts';

const app = await testApp();
const [admin, second] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)];
const ofAdmin = app.client(admin.accessToken).admin;

const eventsOf = async ({ id }: { id: number }) => (await ofAdmin.requests.get.query({ id })).events;

describe('a job of requests', () => {
  const rows = (...asked: { id: number }[]) => asked.map(({ id }) => ({ id, expectedStatus: 'pending' as const }));

  test('accepts each, refunds canceled orders, and names the refused ones', async () => {
    const [one, two, ended, speedUp] = [
      await makeAsked(app, admin),
      await makeAsked(app, admin),
      await makeAsked(app, admin),
      await makeAsked(app, admin, 'speed_up'),
    ];
    await decideOrder(app.deps, second.actor, { id: ended.order.id, decision: 'complete' });
    const unknown = { id: 1_000_000_000 };
    const job = await run(admin, 'accept', rows(one, ended, speedUp, unknown, two));
    expect(job).toMatchObject({ kind: 'requests', done: 5, refused: 2, movedNanos: String(2 * DOLLAR) });
    const { rows: outcomes } = await ofAdmin.jobs.get.query({ id: job.id });
    expect(outcomes).toEqual([
      { id: one.id, outcome: 'done' },
      { id: ended.id, outcome: 'refused', code: 'already_decided', expectedStatus: 'pending' },
      { id: speedUp.id, outcome: 'done' },
      { id: unknown.id, outcome: 'refused', code: 'not_found', expectedStatus: 'pending' },
      { id: two.id, outcome: 'done' },
    ]);
    for (const { customer, order } of [one, two]) {
      expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
      const entries = await app.db.select({ kind: ledger.kind }).from(ledger).where(eq(ledger.orderId, order.id));
      expect(entries.map(({ kind }) => kind)).toEqual(['order_charge', 'order_refund']);
    }
    expect((await checkLedger(app.db)).problems).toEqual([]);
    const { items } = await ofAdmin.audit.list.query({ admin: admin.id, action: 'request.decide' });
    expect(items[0]).toMatchObject({ jobId: job.id, bulk: { count: 3, amountNanos: String(2 * DOLLAR) } });
  });

  test('ends requests with a reason, and rejects none of the recharges with their numbers', async () => {
    const [one, two] = [await makeAsked(app, admin, 'refill'), await makeAsked(app, admin, 'speed_up')];
    expect(await run(second, 'done', rows(one, two), 'Refilled')).toMatchObject({
      done: 2,
      refused: 0,
      movedNanos: '0',
    });
    expect((await eventsOf(one)).at(-1)).toMatchObject({ status: 'done', byName: second.userName, reason: 'Refilled' });
    expect((await eventsOf(two)).at(-1)).toMatchObject({ status: 'done' });
    const [stored] = await app.db.$client<{ ids: number[] }[]>`
      select array_agg(row_id order by position) as ids from job_rows where job_id = (select max(id) from jobs)`;
    // A server of the version before would look for recharges.
    expect(stored?.ids).toEqual([-one.id, -two.id]);
  });

  test('that would refund more than the limit needs a re-authentication; refills never do', async () => {
    const [cancel, refill] = [await makeAsked(app, admin), await makeAsked(app, admin, 'refill')];
    const calm = await makeSignedInAdmin(app, { isReauthenticated: false });
    const { start } = app.client(calm.accessToken).admin.jobs;
    await app.db.update(settings).set({ approveLimitNanos: nanos(DOLLAR - 1) });
    onTestFinished(async () => void (await app.db.update(settings).set({ approveLimitNanos: dollars(1000) })));
    const input = (asked: { id: number }, decision: RequestDecision) =>
      ({ kind: 'requests', decision, rows: rows(asked) }) as StartJobInput;
    expect(await codeOf(start.mutate(input(cancel, 'accept')))).toBe('reauthentication_required');
    for (const free of [input(cancel, 'reject'), input(refill, 'accept')]) {
      expect((await start.mutate(free)).job).toMatchObject({ kind: 'requests', status: 'waiting' });
    }
  });

  async function run(by: Person, decision: RequestDecision, asked: ReturnType<typeof rows>, reason?: string) {
    const job = await makeJob(app.deps, by, { kind: 'requests', decision, rows: asked, reason });
    await makeDue(app.db);
    runJobs(app);
    return endOf(app, job.id);
  }
});

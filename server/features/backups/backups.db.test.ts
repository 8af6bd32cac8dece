import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { mailKind } from '../../background/mail.ts';
import { noteBackup } from '../../base/last-backup.ts';
import { openTransport } from '../../base/mail/transport.ts';
import { pauseOutgoing } from '../../base/queue/pause-outgoing.ts';
import { testApp } from '../../testing/app.ts';
import { endOf, makeOrders, pending, readJobAs, runJobs } from '../../testing/bulk-runner.ts';
import { dollars, makeAdmin, makeDue, makeJob } from '../../testing/factories.ts';
import { follow } from '../../testing/live.ts';
import { makeCustomer } from '../../testing/people.ts';
import { countLooks, startTestQueue } from '../../testing/queue.ts';
import { codeOf } from '../../testing/refusal.ts';
import { getLastBackup } from './get-last-backup.ts';
import { resumeOutgoing } from './resume-outgoing.ts';

const app = await testApp();
const WHY = 'restored from the backup of 1 May';
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await app.db.execute(sql`delete from outgoing_hold`);
  await app.db.delete(mailOutbox);
});

const queue = (subject: string) => app.db.insert(mailOutbox).values({ recipient: 'a@example.com', subject, body: '-' });
const until = (condition: () => unknown) => vi.waitFor(condition, 20_000);

/** A panel's mailer, which writes each mail into a file. `problem` is called for each problem that it logs. */
function startPanelMailer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'reseller-panel-held-'));
  const problem = vi.fn<() => void>();
  const log = { info: () => {}, warn: problem, error: problem };
  const transport = openTransport({ dataDir, mail: { smtpUrl: undefined, from: 'panel@example.com' } }, log);
  const kind = mailKind({ transport, log });
  const looks = countLooks(kind);
  const worker = startTestQueue({ db: app.db, url: app.databaseUrl }, [kind], { log, events: app.deps.events });
  const stop = async () => {
    await worker.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  onTestFinished(stop);
  return { stop, looks, problem };
}

async function sentSubjects(): Promise<string[]> {
  const rows = await app.db.select().from(mailOutbox).where(sql`sent_at is not null`).orderBy(mailOutbox.id);
  return rows.map(({ subject }) => subject);
}

/** Everything that was due before has had its turn. */
async function untilIdle(looks: () => number): Promise<void> {
  const before = looks();
  await until(() => expect(looks()).toBeGreaterThan(before + 4));
}

describe('while everything outgoing is paused', () => {
  it('no mail is sent, neither an old one nor a new one, also after a restart; a release sends them at once', async () => {
    await queue('old');
    await pauseOutgoing(app.db, WHY);
    await queue('new');
    const first = startPanelMailer();
    await untilIdle(first.looks);
    expect(await sentSubjects()).toEqual([]);
    await first.stop();
    const restarted = startPanelMailer();
    const admin = await app.createAdminUser({ isReauthenticated: true });
    const { user } = await app.registerUser();
    await app.client().auth.forgotPassword.mutate({ email: user.email });
    await untilIdle(restarted.looks);
    expect(await sentSubjects()).toEqual([]);
    expect(await admin.client.admin.outgoing.get.query()).toMatchObject({
      held: { reason: WHY, mails: 3, olderMails: 1, jobs: 0 },
    });

    await admin.client.admin.outgoing.release.mutate({});
    await until(async () => expect(await sentSubjects()).toHaveLength(3));
    expect(await admin.client.admin.outgoing.get.query()).toEqual({ held: null });
    expect(restarted.problem).not.toHaveBeenCalled();
  });

  it('no row of a job is decided, neither of one that waits nor of one that runs', async () => {
    const ids = await makeOrders(app.db, await makeCustomer(app, dollars(20)), 3);
    const job = await makeJob(app.deps, await makeAdmin(app.db), { decision: 'complete', rows: pending(ids) });
    await makeDue(app.db);
    await pauseOutgoing(app.db, WHY);
    const runner = runJobs(app);
    await untilIdle(runner.looks);
    expect(await readJobAs(app, job.id)).toMatchObject({ status: 'running', done: 0 });
    const admin = await app.createAdminUser({ isReauthenticated: true });
    expect(await admin.client.admin.outgoing.get.query()).toMatchObject({ held: { jobs: 1 } });
    await admin.client.admin.outgoing.release.mutate({ mails: 'send' });
    expect(await endOf(app, job.id)).toMatchObject({ status: 'done', done: 3 });
    expect(runner.warnings()).toBe(0);
  });
});

describe('a release', () => {
  it('can drop the mails from before the hold; later ones are sent', async () => {
    await app.db.insert(mailOutbox).values(
      Array.from({ length: 5_001 }, (_, number) => ({
        recipient: 'a@example.com',
        subject: `old ${number}`,
        body: 'x',
      })),
    );
    await pauseOutgoing(app.db, WHY);
    await queue('new');
    startPanelMailer();
    const admin = await app.createAdminUser({ isReauthenticated: true });
    await admin.client.admin.outgoing.release.mutate({ mails: 'drop' });
    await until(async () => expect(await sentSubjects()).toEqual(['new']));
    expect(await app.db.$count(mailOutbox, sql`body <> ''`)).toBe(0);
    const [entry] = await app.db.select().from(auditEntries).where(eq(auditEntries.adminId, admin.user.id));
    expect(entry).toMatchObject({ action: 'outgoing.release', after: { droppedMails: 5_001 } });
  });

  it('asks for the password again, and changes nothing until then', async () => {
    const admin = await app.createAdminUser({ isReauthenticated: false });
    await admin.client.admin.outgoing.release.mutate({});
    await pauseOutgoing(app.db, WHY);
    expect(await codeOf(admin.client.admin.outgoing.release.mutate({}))).toBe('reauthentication_required');
    expect(await admin.client.admin.outgoing.get.query()).toMatchObject({ held: { reason: WHY } });
    await admin.client.auth.reauthenticate.mutate({ password: admin.password });
    await admin.client.admin.outgoing.release.mutate({});
    expect(await admin.client.admin.outgoing.get.query()).toEqual({ held: null });
  });

  it('of many at once is one in the audit', async () => {
    await pauseOutgoing(app.db, WHY);
    const admins = await Promise.all([1, 2].map(() => app.createAdminUser({ isReauthenticated: true })));
    const calls = [...admins, ...admins].map(({ client }) => client.admin.outgoing.release.mutate({ mails: 'drop' }));
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true })));
    const ids = admins.map(({ user }) => user.id);
    expect(await app.db.$count(auditEntries, sql`admin_id = any(${sql.param(ids)}::bigint[])`)).toBe(1);
  });

  it('by a command is noticed by a running panel, and is an entry of the server', async () => {
    await queue('old');
    await pauseOutgoing(app.db, WHY);
    startPanelMailer();
    expect(await resumeOutgoing(app.db, null, { mails: 'send' })).toMatchObject({
      isResumed: true,
      droppedMails: 0,
      droppedDeliveries: 0,
    });
    expect(await resumeOutgoing(app.db, null, { mails: 'send' })).toMatchObject({
      isResumed: false,
      droppedMails: 0,
      droppedDeliveries: 0,
    });
    await until(async () => expect(await sentSubjects()).toEqual(['old']));
    const [entry] = await app.db.select().from(auditEntries).orderBy(sql`id desc`).limit(1);
    expect(entry).toMatchObject({ adminId: null, action: 'outgoing.release', before: { heldFor: WHY } });
  });

  it('reaches open screens of admins, not of customers', async () => {
    await pauseOutgoing(app.db, WHY);
    const admin = await app.createAdminUser({ isReauthenticated: true });
    const user = await app.registerUser();
    const [ofAdmin, ofUser] = await Promise.all([admin, user].map(({ accessToken }) => follow(app.url, accessToken)));
    await admin.client.admin.outgoing.release.mutate({});
    await ofAdmin?.hears({ kind: 'job' });
    app.deps.events.publish('notices');
    await ofUser?.hears({ kind: 'notice' });
    expect(ofUser?.heard.filter(({ kind }) => kind === 'job')).toEqual([]);
    ofAdmin?.leave();
    ofUser?.leave();
  });
});

describe('the last backup', () => {
  const finished = (seconds: number) => ({
    ...{ entry: '/srv/backups/2026-05-01', host: 'panel-1', bytes: 12_000_000 },
    startedAt: new Date(0),
    finishedAt: new Date(seconds * 1000),
  });
  const read = async (everyMs?: number) => {
    const { actor } = await makeAdmin(app.db);
    const backup = everyMs === undefined ? undefined : { to: '/srv', everyMs, keep: 48 };
    return getLastBackup({ db: app.db, config: { backup } }, actor);
  };

  it('is missing in a shop with a schedule, and no alarm in one without', async () => {
    expect(await read()).toEqual({ last: null, everySeconds: null, isLate: false });
    expect(await read(HOUR_MS)).toEqual({ last: null, everySeconds: 3600, isLate: true });
  });

  it('has the time of the database, its machine and its size; open screens of admins learn of it', async () => {
    const admin = await app.createAdminUser();
    const following = await follow(app.url, admin.accessToken);
    await noteBackup(app.db, finished(90));
    await following.hears({ kind: 'job' });
    following.leave();
    const { last, isLate } = await read(HOUR_MS);
    expect(last).toMatchObject({ host: 'panel-1', bytes: 12_000_000, ageSeconds: expect.any(Number) as number });
    expect(Math.abs(Date.now() - (last?.finishedAt.getTime() ?? 0))).toBeLessThan(60_000);
    expect(last?.ageSeconds).toBeLessThan(60);
    expect(isLate).toBe(false);
    const [row] = await app.db.execute<{ seconds: number }>(
      sql`select extract(epoch from finished_at - started_at)::float8 as seconds from backups`,
    );
    expect(row?.seconds).toBe(90);
  });

  it.each([
    [119, false],
    [121, true],
  ])('of %i minutes ago, with one due each hour, is late: %s', async (minutes, isLate) => {
    await app.db.execute(sql`
      insert into backups (host, entry, bytes, started_at, finished_at)
      select 'panel-1', 'x', 1, at, at from (select now() - make_interval(mins => ${minutes}) as at) past`);
    expect(await read(HOUR_MS)).toMatchObject({ isLate, last: { ageSeconds: minutes * 60 } });
    expect(await read()).toMatchObject({ isLate: false });
  });

  it('is the one recorded last, also if the clock was set back, and never has a negative age', async () => {
    await app.db.execute(sql`
      insert into backups (host, entry, bytes, started_at, finished_at)
      values ('ahead', 'x', 1, now() + interval '1 day', now() + interval '1 day')`);
    expect((await read()).last).toMatchObject({ host: 'ahead', ageSeconds: 0 });
    await noteBackup(app.db, finished(1));
    expect((await read()).last).toMatchObject({ host: 'panel-1' });
  });

  it('is recorded for ever', async () => {
    await expect(app.db.execute(sql`delete from backups`)).rejects.toThrow();
    await expect(app.db.execute(sql`update backups set bytes = 0`)).rejects.toThrow();
  });
});

import type { Page } from 'playwright-core';
import { moneySum } from '#shared/money-sum.ts';
import type { scriptClient } from '../accounts.ts';
import { admin, faked, type Screen } from './screen.ts';

type Jobs = ReturnType<typeof scriptClient>['admin']['jobs'];
type Work = Awaited<ReturnType<ReturnType<typeof scriptClient>['admin']['setAside']['list']['query']>>['items'][number];
type Job = Awaited<ReturnType<Jobs['get']['query']>>['job'];
type Row = Awaited<ReturnType<Jobs['get']['query']>>['rows'][number];

const TOTAL = 49;
const REFUSED = 3;

/** Bulk jobs in every state. They are made up in the browser: a real one would decide orders. */
export const jobScreens: Record<string, Screen> = {
  jobs: faked('/dashboard/jobs', /^Bulk Jobs|^বাল্ক কাজ/, (page) =>
    withJobs(page, [running(4), waiting(3), refused(2), done(1)]),
  ),
  'jobs, none': faked('/dashboard/jobs', /^Bulk Jobs|^বাল্ক কাজ/, (page) => withJobs(page, [])),
  'work set aside': faked('/dashboard/jobs?tab=setAside', /^Bulk Jobs|^বাল্ক কাজ/, (page) => withSetAside(page, setAside)),
  'work set aside, none': admin('/dashboard/jobs?tab=setAside', /^Bulk Jobs|^বাল্ক কাজ/),
  'a job that runs': opened(running(4), /Reject 49 orders|৪৯টি অর্ডার বাতিল/),
  'a job, with refusals': opened(refused(2), /Reject 49 orders|৪৯টি অর্ডার বাতিল/),
  'a job, canceled': opened(canceled(3), /Approve 49 recharges|৪৯টি রিচার্জ/),
  'orders, a job that waits': inDock([waiting(3)]),
  'orders, jobs that run, and one that has ended': inDock([running(5), running(4), refused(2)]),
  'orders selected above a job': inDock([running(4)], async (page) => {
    await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true });
    await page.getByRole('region', { name: 'Selected rows' }).waitFor();
  }),
  'orders, a job without an answer': admin('/dashboard/manageOrders', /Reject \d+ orders?/, async (page) => {
    await page.route(/admin\.jobs\.start/, (route) => route.abort());
    await page.getByRole('checkbox', { name: 'Select all rows' }).check({ force: true });
    await page.getByRole('button', { name: /^Reject \d+ selected/ }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill('Not available today');
    await page.getByRole('button', { name: /^Reject \d+ orders?$/ }).click();
    await page.getByRole('alert').waitFor();
  }),
};

function inDock(jobs: Job[], then?: Screen['open']): Screen {
  const load = async (page: Page) => {
    await withJobs(page, jobs);
    await page.getByRole('region', { name: /^(Your bulk jobs|আপনার বাল্ক কাজ)$/ }).waitFor();
  };
  return faked('/dashboard/manageOrders', /Manage Promotion Orders/, load, then);
}

function opened(job: Job, heading: RegExp): Screen {
  return faked(`/dashboard/jobs/${job.id}`, heading, async (page) => {
    await withJobs(page, [job]);
    await page.locator('main a[href*="status=all"]').first().waitFor();
  });
}

/** Loads the page again, with these jobs of the signed-in admin instead of the server's. */
async function withJobs(page: Page, jobs: Job[]): Promise<void> {
  const userId = Number(await page.evaluate(`JSON.parse(localStorage.getItem('auth')).user.id`));
  const own = jobs.map((job) => ({ ...job, by: { ...job.by, id: userId } }));
  await page.route(/\/trpc\/[^?]*admin\.jobs\./, async (route) => {
    const url = new URL(route.request().url());
    const names = url.pathname.split('/').at(-1)?.split(',') ?? [];
    const inputs = JSON.parse(url.searchParams.get('input') ?? '{}') as Record<string, { id?: number }>;
    // A page that closes has no answers.
    const response = await route.fetch().catch(() => undefined);
    const answers = ((await response?.json().catch(() => undefined)) ?? []) as object[];
    const json = names.map((name, at) => {
      if (name === 'admin.jobs.list') return { result: { data: { items: own, nextCursor: null } } };
      const job = own.find(({ id }) => id === inputs[at]?.id);
      return name === 'admin.jobs.get' && job ? { result: { data: { job, rows: rowsOf(job) } } } : answers[at];
    });
    await route.fulfill({ status: 200, contentType: 'application/json', json }).catch(() => undefined);
  });
  await page.evaluate(`localStorage.removeItem('jobSeen:${userId}')`);
  await page.reload();
  await page.locator('h1').first().waitFor();
}

const setAside: Work[] = [
  {
    kind: 'webhooks',
    id: 7,
    what: `order.changed #7 → ${'long.'.repeat(12)}shop.example`,
    since: ago(90),
    deaths: 3,
  },
  { kind: 'mail', id: 12, what: 'আপনার পাসওয়ার্ড রিসেট করুন (rahim.uddin@example.com)', since: ago(12), deaths: 4 },
  { kind: 'lists', id: 2, what: 'Fast Panel', since: ago(1), deaths: 3 },
];

/** Loads the page again, with this work instead of the server's. */
async function withSetAside(page: Page, items: Work[]): Promise<void> {
  await page.route(/\/trpc\/[^?]*admin\.setAside\.list/, (route) =>
    route.fulfill({ json: [{ result: { data: { items, nextCursor: null } } }] }),
  );
  await page.reload();
  await page.getByText('Fast Panel').first().waitFor();
}

function aJob(id: number, job: Partial<Job>): Job {
  return {
    id,
    kind: 'orders',
    decision: 'reject',
    reason: 'The page is private',
    status: 'done',
    total: TOTAL,
    done: 0,
    refused: 0,
    movedNanos: moneySum('0'),
    by: { id: 0, userName: 'admin', name: 'Admin' },
    createdAt: ago(4),
    startsAt: ago(3),
    endedAt: null,
    stoppedFor: null,
    canceledBy: null,
    ...job,
  };
}

function waiting(id: number): Job {
  return aJob(id, { status: 'waiting', createdAt: ago(0), startsAt: ago(-60) });
}

function running(id: number): Job {
  return aJob(id, { status: 'running', done: 12, refused: 1, movedNanos: moneySum('11000000000') });
}

function refused(id: number): Job {
  return aJob(id, { done: TOTAL, refused: REFUSED, movedNanos: moneySum('46120000000'), endedAt: ago(1) });
}

function done(id: number): Job {
  const movedNanos = moneySum('1234500000000');
  return aJob(id, { kind: 'recharges', decision: 'approve', reason: null, done: TOTAL, movedNanos, endedAt: ago(2) });
}

function canceled(id: number): Job {
  const by = { id: 0, userName: 'second.desk', name: 'Second Desk' };
  return { ...done(id), status: 'canceled', done: 12, refused: 1, stoppedFor: 'canceled', canceledBy: by };
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** The refused ones first. */
function rowsOf(job: Job): Row[] {
  const left = job.endedAt ? 'not_run' : 'waiting';
  const codes = ['already_decided', 'order_final', 'not_found'];
  return Array.from({ length: job.total }, (_, at): Row => {
    if (at < job.refused) return { id: 1001 + at, outcome: 'refused', code: codes[at] ?? 'not_found' };
    return { id: 1001 + at, outcome: at < job.done ? 'done' : left };
  });
}

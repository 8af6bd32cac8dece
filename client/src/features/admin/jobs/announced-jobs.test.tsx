import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { aJob } from '../../../testing/jobs.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import AnnouncedJobs from './announced-jobs.tsx';
import JobPage from './job-page.tsx';
import type { Job } from './job-state.ts';
import type { JobRow } from './job-words.ts';

const jobs: Job[] = [];
let rows: JobRow[] = [];
const canceled: unknown[] = [];
const started: unknown[] = [];
const other = { id: 9, userName: 'second', name: 'Second' };

beforeEach(() => {
  localStorage.clear();
  jobs.length = 0;
  canceled.length = 0;
  started.length = 0;
});
asAdmin(
  (name, input) => {
    if (name === 'admin.jobs.get') return { job: jobs[0], rows: input.withRows === false ? [] : rows };
    if (name === 'admin.jobs.start') {
      started.push(input);
      return { job: aJob({ id: 8 }) };
    }
    if (name !== 'admin.jobs.cancel') throw new Error(`${name} has no answer here`);
    canceled.push(input);
    const job = { ...jobs[0], status: 'canceled', canceledBy: jobs[0]?.by, endedAt: new Date().toISOString() } as Job;
    jobs[0] = job;
    return { job };
  },
  { desk: { jobs } },
);

const dock = () => screen.queryByRole('region', { name: 'Your bulk jobs' });
/** Like an event of the stream. */
const change = (job: Partial<Job>) => {
  jobs[0] = aJob({ ...jobs[0], ...job });
  return act(() => queryClient.invalidateQueries());
};

test('an own job counts down, runs, and its result stays until it is dismissed; another admin’s is not announced', async () => {
  jobs.push(aJob({ id: 7 }), aJob({ id: 8, by: other, total: 3 }));
  renderScreen(<AnnouncedJobs />);
  expect(await screen.findByText(/^Rejecting 49 orders: starts in [5-8] s$/)).toBeDefined();
  expect(dock()?.textContent).not.toContain('3 orders');
  await change({ status: 'running', done: 12 });
  expect(await screen.findByText('12 of 49')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open: Reject 49 orders' }).getAttribute('href')).toBe('/dashboard/jobs/7');
  await change({ status: 'done', done: 49, refused: 3, endedAt: new Date().toISOString() });
  expect((await screen.findAllByText('46 orders rejected, 3 refused')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(dock()).toBeNull();
});

test('a job is undone before its first row, which needs no further line', async () => {
  jobs.push(aJob({ id: 7 }));
  renderScreen(<AnnouncedJobs />);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: Reject 49 orders' }));
  expect(await screen.findByText('Nothing has moved.')).toBeDefined();
  expect(canceled).toEqual([{ id: 7 }]);
  await waitFor(() => expect(dock()).toBeNull());
});

test('a job that was canceled in the middle says how many rows were not run, unless its result is a day old', async () => {
  const ended = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  jobs.push(aJob({ id: 7, status: 'canceled', done: 12, canceledBy: other, endedAt: ended(1) }));
  renderScreen(<AnnouncedJobs />);
  expect((await screen.findAllByText('12 orders rejected, 37 not run')).length).toBeGreaterThan(0);
  await change({ endedAt: ended(25) });
  await waitFor(() => expect(dock()).toBeNull());
});

test.each([
  {
    decision: 'reject',
    code: 'supplier_may_deliver',
    says: /^2 were refused because their suppliers may deliver/,
    button: 'Refund 2 orders all the same…',
    asks: 'Refund although the supplier may deliver?',
    text: /^2 orders: .*Then you pay twice/,
    yes: 'Refund all the same',
  },
  {
    decision: 'complete',
    code: 'at_supplier',
    says: '2 were refused because suppliers have them.',
    button: 'Complete 2 orders all the same…',
    asks: 'Complete although a supplier has it?',
    text: /^2 orders, at suppliers now\. .*Complete all the same\?/,
    yes: 'Complete all the same',
  },
])('$code: the rows are counted, and decided by another job after the question', async (held) => {
  const { decision, code, says, button, asks, text, yes } = held;
  const ended = { status: 'done', total: 3, done: 3, refused: 3, endedAt: new Date().toISOString() } as const;
  jobs.push(aJob({ id: 7, decision, ...ended }));
  rows = [
    { id: 1, outcome: 'refused', code, expectedStatus: 'processing' },
    { id: 2, outcome: 'refused', code, expectedStatus: 'pending' },
    { id: 3, outcome: 'refused', code: 'already_decided', expectedStatus: 'pending' },
  ];
  renderScreen(<JobPage />, '/dashboard/jobs/7', '/dashboard/jobs/:id');
  expect(await screen.findByText(says)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: button }));
  const question = within(await screen.findByRole('alertdialog', { name: asks }));
  expect(question.getByText(text)).toBeDefined();
  expect(started).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: yes }));
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
  expect(started).toEqual([
    {
      ...{ kind: 'orders', decision: `${decision}_confirmed`, requestId: expect.any(String) as string },
      rows: [
        { id: 1, expectedStatus: 'processing' },
        { id: 2, expectedStatus: 'pending' },
      ],
    },
  ]);
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { nanos } from '#shared/money.ts';
import { queryClient } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { aJob } from '../../../testing/jobs.ts';
import { aRecharge } from '../../../testing/queue-rows.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aUser } from '../../../testing/users.ts';
import type { Job } from '../jobs/job-state.ts';
import ManageRechargesPage from './manage-recharges-page.tsx';
import type { Recharge } from './recharge.ts';

/** The inputs of the list's requests. */
const asked: unknown[] = [];
let recharges: Recharge[];
/** The inputs of the audit's requests. */
const trails: unknown[] = [];
let isWide: boolean;
/** The other requests with a transaction ID. */
let same: Recharge[] = [];
/** The decisions, and the server's responses. */
const decided: unknown[] = [];
let decide: (input: { id?: number }) => void;
/** The started jobs: their input, and the server's jobs. */
const started: { rows: { id: number }[] }[] = [];
const jobs: Job[] = [];
let start: () => void;

beforeEach(() => {
  isWide = true;
  asked.length = 0;
  trails.length = 0;
  decided.length = 0;
  decide = () => undefined;
  started.length = 0;
  jobs.length = 0;
  start = () => undefined;
});
asAdmin(serve, { matches: () => isWide, desk: { jobs } });

function serve(name: string, input: object) {
  if (name === 'admin.jobs.start') {
    started.push(input as (typeof started)[number]);
    start();
    jobs.push(aJob({ kind: 'recharges', decision: 'reject', total: 2 }));
    return { job: jobs[0] };
  }
  if (name === 'admin.jobs.get') return { job: jobs[0], rows: started.at(-1)?.rows };
  if (name === 'admin.recharges.sameReference') return same;
  if (name === 'admin.audit.list') {
    trails.push(input);
    return { items: [], nextCursor: null };
  }
  if (name === 'admin.recharges.decide') {
    decided.push(input);
    decide(input);
    return {};
  }
  if (name === 'admin.recharges.get') return recharges[0];
  if (name === 'admin.users.get') return { ...aUser(), balanceNanos: 0, counts: { orders: 0, tickets: 0 } };
  if (!('userId' in input)) asked.push(input);
  return { items: recharges, nextCursor: null };
}

test.each([true, false])('a transaction ID that another request has too is marked, wide: %s', async (wide) => {
  isWide = wide;
  recharges = [
    aRecharge({ id: 7, reference: 'stolen1', isDuplicate: true }),
    aRecharge({ id: 6, reference: 'OWN12345' }),
  ];
  renderScreen(<ManageRechargesPage />, '/');
  await screen.findByText('stolen1');
  const [first, second] = wide ? screen.getAllByRole('row').slice(1) : screen.getAllByRole('listitem');
  expect(within(first as HTMLElement).getByText('Duplicate ID')).toBeDefined();
  expect(within(second as HTMLElement).queryByText('Duplicate ID')).toBeNull();
});

test.each([
  ['another character', '9AOC7D1E2F', '9A0C7D1E2F', ['0']],
  ['all that look alike', 'OILSB', '011SB', ['0', '1', '1']],
  ['one more', '9ABC7D1E2F', '9ABBC7D1E2F', ['B']],
  ['one more at the end', '9ABC', '9ABCD', ['D']],
  ['one less', '9ABC7D1E2F', '9AC7D1E2F', ['B']],
  ['only the case of another letter', '9abc', '9ABD', ['D']],
])(
  'a look-alike transaction ID is marked with what differs, and opens at a click: %s',
  async (_how, own, other, marked) => {
    recharges = [
      aRecharge({ id: 7, reference: own, lookAlike: { id: 4, reference: other } }),
      aRecharge({ id: 6, reference: 'OWN12345' }),
    ];
    renderScreen(<ManageRechargesPage />, '/dashboard/manageRecharges?method=3');
    const mark = await screen.findByRole('link', { name: `Looks like ${other}` });
    expect(screen.getAllByRole('link', { name: /Looks like/ })).toHaveLength(1);
    expect([...mark.querySelectorAll('mark, del')].map((sign) => sign.textContent)).toEqual(marked);
    expect(mark.textContent).toBe(`Looks like ${other.length < own.length ? own : other}`);
    await userEvent.click(mark);
    expect(await screen.findByText(/^Recharge 4/)).toBeDefined();
    // The queue's filter stays.
    expect(screen.getByTestId('place').textContent).toBe('/dashboard/manageRecharges?method=3&recharge=4');
  },
);

test('a bulk approval warns of recharges whose transaction ID another request has too', async () => {
  recharges = [
    aRecharge({ id: 7, reference: 'AAAA', isDuplicate: true }),
    aRecharge({ id: 6, reference: 'BBBB' }),
    aRecharge({ id: 5, reference: 'CCCC', isDuplicate: true }),
  ];
  renderScreen(<ManageRechargesPage />, '/');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve 2 selected' }));
  const warning = 'Duplicate ID: another request has the transaction ID of recharge 7 too.';
  expect((await screen.findByText(/\$20\.00 in all is added/)).textContent).toContain(warning);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve 3 selected' }));
  expect((await screen.findByText(/\$30\.00 in all is added/)).textContent).toContain('recharges 7 and 5 too.');
});

test('a bulk approval warns of recharges with a look-alike transaction ID', async () => {
  recharges = [
    aRecharge({ id: 7, reference: 'AAAA', lookAlike: { id: 4, reference: 'AAAB' } }),
    aRecharge({ id: 6, reference: 'BBBB' }),
    aRecharge({ id: 5, reference: 'CCCC', isDuplicate: true, lookAlike: { id: 4, reference: 'CCCB' } }),
  ];
  renderScreen(<ManageRechargesPage />, '/');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve 2 selected' }));
  const one = 'This is final. Look-alike ID: another request has nearly the transaction ID of recharge 7.';
  expect((await screen.findByText(/\$20\.00 in all is added/)).textContent).toContain(one);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 3' }));
  await userEvent.click(screen.getByRole('button', { name: 'Approve 3 selected' }));
  const both = 'recharge 5 too. Look-alike IDs: other requests have nearly the transaction IDs of recharges 7 and 5.';
  expect((await screen.findByText(/\$30\.00 in all is added/)).textContent).toContain(both);
});

test('a bulk decision starts one job with the displayed statuses, and its rows have no buttons until it is over', async () => {
  recharges = [aRecharge({ id: 7 }), aRecharge({ id: 6 }), aRecharge({ id: 5 })];
  renderScreen(<ManageRechargesPage />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select row 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 selected' }));
  await userEvent.type(await screen.findByLabelText(/Reason/), 'Never arrived');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'recharge 7 of Rahim Uddin, $10.00',
    'recharge 6 of Rahim Uddin, $10.00',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 recharges' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(started).toEqual([
    {
      kind: 'recharges',
      decision: 'reject',
      rows: [7, 6].map((id) => ({ id, expectedStatus: 'pending' })),
      reason: 'Never arrived',
      requestId: expect.any(String) as string,
    },
  ]);
  expect(decided).toEqual([]);
  expect(await screen.findAllByRole('link', { name: /^In a job: recharge [67]$/ })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Reject recharge/ })).toHaveLength(1);
  expect(screen.getByRole('checkbox', { name: 'Select row 1' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
});

test('a start without an answer is sent again unchanged; a refused one keeps the dialog and its reason', async () => {
  recharges = [aRecharge({ id: 7 }), aRecharge({ id: 6 })];
  const failures = [new TypeError('Failed to fetch'), new Refusal('too_many_requests', 'Wait a minute.'), undefined];
  start = () => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
  renderScreen(<ManageRechargesPage />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 selected' }));
  await userEvent.type(await screen.findByLabelText(/Reason/), 'Never arrived');
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 recharges' }));
  expect((await screen.findByRole('alert')).textContent).toContain('No answer came');
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('readOnly', true);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Wait a minute.'));
  expect(screen.getByRole('alert').textContent).toContain('No answer came');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(started).toHaveLength(3);
  expect(new Set(started.map((input) => JSON.stringify(input))).size).toBe(1);

  failures.push(new Refusal('bad_input', 'A row is listed twice'));
  started.length = 0;
  jobs.length = 0;
  await queryClient.invalidateQueries();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows' }));
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 selected' }));
  await userEvent.type(await screen.findByLabelText(/Reason/), 'Once more');
  await userEvent.click(screen.getByRole('button', { name: 'Reject 2 recharges' }));
  expect((await screen.findByRole('alert')).textContent).toContain('A row is listed twice');
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('value', 'Once more');
  expect(screen.getByLabelText(/Reason/)).toHaveProperty('readOnly', false);
});

test("a recharge with another request's transaction ID is approved only after both are displayed", async () => {
  localStorage.setItem('decisionWait', 'off');
  recharges = [aRecharge({ id: 7, reference: 'AAAA', isDuplicate: true })];
  same = [aRecharge({ id: 3, reference: 'aaaa', status: 'rejected', decidedBy: 'boss', reason: 'Not there' })];
  renderScreen(<ManageRechargesPage />, '/');
  const approve = async (answer: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Approve recharge 7' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Approve all the same?' }));
    const earlier = await dialog.findByRole('region', { name: 'Recharge 3' });
    expect(earlier.textContent).toContain('by boss: Not there');
    expect(dialog.getByRole('region', { name: 'Recharge 7' }).textContent).toContain('This one');
    await userEvent.click(dialog.getByRole('button', { name: answer }));
  };
  await approve('Cancel');
  expect(decided).toEqual([]);
  await approve('Approve $10.00');
  await vi.waitFor(() => expect(decided).toMatchObject([{ id: 7, decision: 'approve', expectedStatus: 'pending' }]));
});

test('waiting rows are listed first; a search includes all rows until a status is chosen', async () => {
  recharges = [aRecharge({ status: 'approved' })];
  renderScreen(<ManageRechargesPage />, '/');
  await screen.findByText('TX000001');
  expect(asked.at(-1)).toMatchObject({ status: 'pending' });
  expect(pressed()).toEqual(['Pending']);

  await userEvent.type(screen.getByRole('searchbox'), 'TX00');
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'TX00' }));
  expect(asked.at(-1)).not.toHaveProperty('status');
  expect(pressed()).toEqual(['All']);

  await userEvent.click(screen.getByRole('button', { name: 'Pending' }));
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'TX00', status: 'pending' }));
  expect(pressed()).toEqual(['Pending']);
});

test("a recharge has its own URL, with its history and the customer's earlier payments", async () => {
  recharges = [
    aRecharge({
      id: 7,
      status: 'rejected',
      reason: 'Never arrived',
      decidedBy: 'boss',
      decidedAt: '2026-02-01T10:00:00.000Z',
    }),
  ];
  renderScreen(<ManageRechargesPage />, '/?status=all&recharge=7');
  const details = within(await screen.findByRole('complementary', { name: 'Details' }));
  expect(await details.findByText('Rejected, $10.00 was not added')).toBeDefined();
  expect(details.getByText('“Never arrived”')).toBeDefined();
  const last = await details.findByText('Last recharges');
  await vi.waitFor(() => expect(last.nextElementSibling?.textContent).toMatch(/^\$10\.00BkashRejected/));
});

test('a reversed recharge has its own label in the list, and its details show the outcome', async () => {
  recharges = [
    aRecharge({
      id: 7,
      status: 'approved',
      decidedBy: 'boss',
      decidedAt: '2026-02-01T10:00:00.000Z',
      reversedAt: '2026-02-02T10:00:00.000Z',
      reversedBy: 'owner',
      reversedNanos: nanos(6e9),
      unrecoveredNanos: nanos(4e9),
      reversalReason: 'It never arrived',
    }),
  ];
  renderScreen(<ManageRechargesPage />, '/?status=all&recharge=7');
  const [, row] = await screen.findAllByRole('row');
  expect(within(row as HTMLElement).getByText('Taken back')).toBeDefined();
  expect(within(row as HTMLElement).getByText('by owner: It never arrived')).toBeDefined();
  expect(within(row as HTMLElement).queryByRole('button', { name: /Reverse/ })).toBeNull();
  const details = within(screen.getByRole('complementary', { name: 'Details' }));
  const reversal = await details.findByText('Reversed, $6.00 taken back; $4.00 had been spent');
  expect(reversal.textContent).toContain('“It never arrived”');
  expect(reversal.textContent).toContain('owner\u00a0· ');
  expect(details.getByRole('heading', { name: 'Audit' })).toBeDefined();
  await vi.waitFor(() => expect(trails).toMatchObject([{ subject: 'recharge', subjectId: 7 }]));
});

function pressed() {
  const chips = within(screen.getByRole('group', { name: 'Status' }));
  return chips.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
}

import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { moneySum } from '#shared/money-sum.ts';
import { setTimeZone } from '../../../lib/time-zone.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import AuditPage from './audit-page.tsx';
import { AuditTrail } from './audit-trail.tsx';
import type { AuditEntry } from './audit-words.ts';

let asked: Record<string, unknown>[];
let entries: AuditEntry[];
/** The pages of the bulk. */
let bulk: unknown[];
/** Each test has its own: rows stay open for as long as the history entry. */
let newest = 0;

beforeEach(() => {
  asked = [];
  newest += 10;
  entries = [
    entry({ id: newest }),
    entry({
      id: newest - 1,
      admin: null,
      action: 'user.resetAdmin',
      subject: 'user',
      subjectName: 'root',
      before: null,
      after: null,
    }),
  ];
});
asAdmin(answer);

function answer(name: string, input: Record<string, unknown>) {
  if (name !== 'admin.audit.list') return {};
  asked.push(input);
  if (input.bulkId) return input.cursor ? bulk[1] : bulk[0];
  return { items: entries, nextCursor: null };
}

test('a line shows who changed which values, and expands to all details', async () => {
  entries[0] = { ...entry({ id: newest }), key: { id: 3, name: 'Stock script' } };
  renderScreen(<AuditPage />, '/');
  const [first, second] = await lines();
  expect(first?.textContent).toContain('@boss');
  expect(first?.textContent).toContain('Changed service Likes');
  const more = within(first as HTMLElement).getByRole('button', { name: /: details of “Changed service Likes”$/ });
  expect(more.querySelector('[dir=auto]')?.textContent).toBe('Price $1.20 → $1.50 · “Too cheap”');
  expect(second?.textContent).toContain('Server');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(within(first as HTMLElement).getByText('by The Boss (@boss)')).toBeDefined();
  // Beside the admin, and in the details.
  expect(within(first as HTMLElement).getAllByText('by key Stock script')).toHaveLength(2);
  expect(within(first as HTMLElement).getByText('Too cheap')).toBeDefined();
});

test("times are in the shop's time zone, and follow its changes", async () => {
  setTimeZone('Asia/Dhaka');
  renderScreen(<AuditPage />, '/');
  const [first] = await lines();
  await userEvent.click(within(first as HTMLElement).getByRole('button', { name: /: details of “/ }));
  expect(first?.textContent).toContain('January 31st 2026, 2:30:00 pm');
  act(() => setTimeZone('America/New_York'));
  expect(first?.textContent).toContain('January 31st 2026, 3:30:00 am');
  act(() => setTimeZone('Asia/Dhaka'));
});

test('the filters in the URL are requested and can be removed; invalid ones are ignored', async () => {
  renderScreen(<AuditPage />, `/?admin=9&subject=service&id=5&action=nothing&from=2026-02-31&q=${'x'.repeat(200)}`);
  await lines();
  const service = { subject: 'service', subjectId: 5, search: 'x'.repeat(100), limit: 50 };
  expect(asked).toEqual([expect.objectContaining({ ...service, admin: 9 })]);
  expect(asked[0]).not.toHaveProperty('action');
  expect(asked[0]).not.toHaveProperty('from');
  await userEvent.click(screen.getByRole('button', { name: /^By @boss/ }));
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toMatchObject(service);
  expect(asked[1]).not.toHaveProperty('admin');
  await userEvent.selectOptions(screen.getByLabelText('About'), 'Settings');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ subject: 'settings' }));
  expect(asked.at(-1)).not.toHaveProperty('subjectId');
});

test("a subject's trail requests only its entries, and links to the whole audit", async () => {
  renderScreen(<AuditTrail of={{ subject: 'service', subjectId: 5 }} />, '/');
  const [line] = await lines();
  expect(within(line as HTMLElement).queryByText('Likes')).toBeNull();
  expect(asked).toEqual([expect.objectContaining({ subject: 'service', subjectId: 5 })]);
  await userEvent.click(screen.getByRole('link', { name: 'See in Audit' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/audit?subject=service&id=5');
});

test('a job is one row with its size and sum, opens page by page, and leads to its page', async () => {
  const decided = { action: 'recharge.decide', subject: 'recharge', before: { status: 'pending' } } as const;
  const after = { status: 'approved', amountNanos: 10_000_000_000 };
  const inBulk = { ...decided, after, reason: null, bulkId: '0199a1b2-0000-7000-8000-000000000001', jobId: 12 };
  entries = [entry({ ...inBulk, id: newest, bulk: { count: 741, amountNanos: moneySum('7410000000000') } })];
  bulk = [20, 10].map((from) => ({
    items: [entry({ ...inBulk, id: newest - from, subjectId: 1000 + from, subjectName: 'Bkash TX' })],
    nextCursor: from === 20 ? 'more' : null,
  }));
  renderScreen(<AuditPage />, '/');
  const [row] = await lines();
  expect(row?.textContent).toContain('Approved 741 recharges');
  expect(row?.textContent).toContain('+$7,410.00');
  await userEvent.click(screen.getByRole('button', { name: /: show each of “Approved 741 recharges”$/ }));
  const inside = within(await screen.findByRole('list', { name: 'Approved 741 recharges' }));
  expect(inside.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('#1020 Bkash TX'),
  ]);
  const job = screen.getByRole('link', { name: 'Open the job: each row, refused ones too' });
  expect(job.getAttribute('href')).toBe('/dashboard/jobs/12');
  await userEvent.click(screen.getByRole('button', { name: 'Show more of it' }));
  await waitFor(() => expect(inside.getAllByRole('listitem')).toHaveLength(2));
  expect(asked.slice(-2)).toMatchObject([{ bulkId: inBulk.bulkId }, { bulkId: inBulk.bulkId, cursor: 'more' }]);
});

async function lines() {
  return within(await screen.findByRole('list', { name: 'Audit' })).getAllByRole('listitem');
}

function entry(overrides: Partial<AuditEntry>): AuditEntry {
  return {
    id: 1,
    at: '2026-01-31T08:30:00.000Z',
    admin: { id: 9, userName: 'boss', name: 'The Boss' },
    key: null,
    action: 'service.update',
    subject: 'service',
    subjectId: 5,
    subjectName: 'Likes',
    user: null,
    before: { priceMicros: 1_200_000 },
    after: { priceMicros: 1_500_000 },
    reason: 'Too cheap',
    bulkId: null,
    bulk: null,
    jobId: null,
    ...overrides,
  };
}

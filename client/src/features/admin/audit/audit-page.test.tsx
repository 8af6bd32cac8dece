import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setTimeZone } from '../../../lib/time-zone.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import AuditPage from './audit-page.tsx';
import { AuditTrail } from './audit-trail.tsx';
import type { AuditEntry } from './audit-words.ts';

let asked: Record<string, unknown>[];
let entries: AuditEntry[];

beforeEach(() => {
  asked = [];
  entries = [
    entry({ id: 3 }),
    entry({
      id: 2,
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
  return { items: entries, nextCursor: null };
}

test('a line shows who changed which values, and expands to all details', async () => {
  renderScreen(<AuditPage />, '/');
  const [first, second] = await lines();
  expect(first?.textContent).toContain('@boss');
  expect(first?.textContent).toContain('Changed service Likes');
  const more = within(first as HTMLElement).getByRole('button', { name: /: details of “Changed service Likes”$/ });
  expect(more.textContent).toBe('Price $1.20 → $1.50 · “Too cheap”');
  expect(second?.textContent).toContain('Server');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(within(first as HTMLElement).getByText('by The Boss (@boss)')).toBeDefined();
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
  expect((await lines())[0]?.textContent).not.toContain('Likes');
  expect(asked).toEqual([expect.objectContaining({ subject: 'service', subjectId: 5 })]);
  await userEvent.click(screen.getByRole('link', { name: 'See in Audit' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/audit?subject=service&id=5');
});

async function lines() {
  return within(await screen.findByRole('list', { name: 'Audit' })).getAllByRole('listitem');
}

function entry(overrides: Partial<AuditEntry>): AuditEntry {
  return {
    id: 1,
    at: '2026-01-31T08:30:00.000Z',
    admin: { id: 9, userName: 'boss', name: 'The Boss' },
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
    ...overrides,
  };
}

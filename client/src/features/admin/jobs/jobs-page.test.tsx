import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { setAsideKinds } from '#shared/set-aside.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import JobsPage from './jobs-page.tsx';

type Work = Outputs['admin']['setAside']['list']['items'][number];

const SINCE = '2026-01-31T10:00:00.000Z';
const hook: Work = { kind: 'webhooks', id: 7, what: 'order.changed to https://shop.example', since: SINCE, deaths: 3 };
const mail: Work = { kind: 'mail', id: 7, what: 'Reset (a@example.com)', since: SINCE, deaths: 1_234 };
let works: Work[];
let refusal: Refusal | null;
let sent: unknown[];

beforeEach(() => {
  [works, refusal, sent] = [[hook, mail], null, []];
});
asAdmin((name, input) => {
  if (name === 'admin.jobs.list') return { items: [], nextCursor: null };
  if (name === 'admin.setAside.list') return { items: works, nextCursor: null };
  if (name !== 'admin.setAside.tryAgain') throw new Error(`${name} has no answer here`);
  sent.push(input);
  works = works.filter(({ kind, id }) => kind !== input.kind || id !== input.id);
  if (refusal) throw refusal;
  return { ok: true };
});

test('what is set aside stands beside the jobs, and is tried again with one press', async () => {
  renderScreen(<JobsPage />, '/dashboard/jobs');
  await screen.findByText('No jobs yet');
  await userEvent.click(screen.getByRole('button', { name: 'Set aside' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard/jobs?tab=setAside');
  const row = within((await screen.findByText(mail.what)).closest('tr') as HTMLElement);
  for (const text of ['Email', '1,234']) expect(row.getByText(text)).toBeDefined();
  await userEvent.click(row.getByRole('button', { name: `Try again: ${mail.what}` }));
  await screen.findByText('It is tried again');
  expect(sent).toEqual([{ kind: 'mail', id: 7 }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: `Try again: ${mail.what}` })).toBeNull());
  expect(screen.getByText('Webhook')).toBeDefined();
});

test('what another admin has tried again says so, and leaves the list', async () => {
  [works, refusal] = [[hook], new Refusal('not_found', 'Not found')];
  renderScreen(<JobsPage />, '/dashboard/jobs?tab=setAside');
  await userEvent.click(await screen.findByRole('button', { name: `Try again: ${hook.what}` }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'It could not be tried again' }));
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
  await screen.findByText('Nothing is set aside');
});

test('every kind has a name', async () => {
  works = setAsideKinds.map((kind, id) => ({ ...mail, kind, id: id + 1 }));
  renderScreen(<JobsPage />, '/dashboard/jobs?tab=setAside');
  const rows = await screen.findAllByRole('row', { name: /Reset/ });
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual([
    ...['Email', 'Webhook', 'Statuses of orders', 'Request at a supplier', 'List of a supplier', 'Bulk job'],
    'Call to another server',
    'Message of a provider',
    'Order that waits for a recharge',
  ]);
});

test('an empty list says what it is for', async () => {
  works = [];
  renderScreen(<JobsPage />, '/dashboard/jobs?tab=setAside');
  await screen.findByText(/^Work with which the background worker crashes again and again waits here/);
});

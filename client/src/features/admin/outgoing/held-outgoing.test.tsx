import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import HeldOutgoing from './held-outgoing.tsx';

const since = '2026-05-01T03:30:00.000Z';
let held: object | null;
let released: unknown[];

beforeEach(() => {
  held = { since, reason: 'restored', mails: 12, olderMails: 5, jobs: 1 };
  released = [];
});
asAdmin((name, input) => {
  if (name === 'admin.outgoing.get') return { held };
  if (name !== 'admin.outgoing.release') return undefined;
  released.push(input);
  held = null;
  return { ok: true };
});

test('the banner counts what waits, and its dialog releases it with the choice for older emails', async () => {
  renderScreen(<HeldOutgoing />, '/dashboard');
  await screen.findByRole('complementary', { name: 'Emails and bulk jobs are held' });
  expect(screen.getByText(/Waiting: 12 emails, 1 bulk job\.$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Release…' }));
  await userEvent.selectOptions(await screen.findByLabelText('5 emails from before the restore'), 'drop');
  await userEvent.click(screen.getByRole('button', { name: 'Release' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(released).toEqual([{ mails: 'drop' }]);
});

test('without older emails nothing is asked about them', async () => {
  held = { since, reason: 'restored', mails: 1, olderMails: 0, jobs: 0 };
  renderScreen(<HeldOutgoing />, '/dashboard');
  await userEvent.click(await screen.findByRole('button', { name: 'Release…' }));
  expect(await screen.findByText('They go on at once: 1 email, 0 bulk jobs.')).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import MessagesPage from './messages-page.tsx';

const message = {
  ...{ id: 3, device: { id: 1, name: 'Shop phone' }, sender: 'bKash', text: 'You have received Tk 504 …', memo: null },
  ...{ provider: 'bkash', kind: 'received', direction: 'in', amountPoisha: 50_400, feePoisha: 0, payer: '01700000001' },
  ...{ at: '2026-08-03T04:01:00.000Z', storedAt: '2026-08-03T04:01:05.000Z' },
};
const held = {
  ...{ ...message, id: 4, reference: 'HELD', state: 'held', balancePoisha: 1_050_400, isLinked: false },
  ...{ rechargeId: null, reason: 'The message says no balance' },
};
const used = { ...held, id: 5, reference: 'USED', state: 'used', isLinked: true, rechargeId: 12, reason: null };
const bkash = { method: 'Bkash', on: false, decisions: 63, credits: 41, contradictions: 0 };
const nagad = { method: 'Nagad', on: true, decisions: 100, credits: 70, contradictions: 2 };

let asked: [name: string, input: unknown][];
let set: () => unknown;
beforeEach(() => {
  asked = [];
  set = () => ({ ...bkash, on: true });
});
asAdmin((name, input) => {
  asked.push([name, input]);
  if (name === 'admin.evidence.list') return { items: [held, used], nextCursor: null };
  if (name === 'admin.evidence.automatic') return { items: [bkash, nagad] };
  if (name === 'admin.evidence.setAutomatic') return set();
  if (name === 'admin.evidence.balanceIsRight') return { ok: true };
  throw new Error(`the page has no business with ${name}`);
});
const inputsOf = (name: string) => asked.filter(([each]) => each === name).map(([, input]) => input);

test('a held message whose balance nothing proves is confirmed after a question; a used one leads to its recharge', async () => {
  renderScreen(<MessagesPage />, '/dashboard/messages');
  const link = await screen.findByRole('link', { name: 'Recharge 12' });
  expect(link.getAttribute('href')).toBe('/dashboard/manageRecharges?status=all&recharge=12');
  expect(screen.getAllByText('Balance proved')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'This balance is right: HELD' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Is this balance right?' }));
  expect(question.getByText(/^Compare ৳10,504\.00 with the wallet of Shop phone\./)).toBeDefined();
  expect(inputsOf('admin.evidence.balanceIsRight')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'This balance is right' }));
  expect(await screen.findByText('The balance is confirmed')).toBeDefined();
  expect(inputsOf('admin.evidence.balanceIsRight')).toEqual([{ id: 4 }]);
  expect(screen.queryByRole('button', { name: /USED/ })).toBeNull();
});

test('a method shows how its messages agree with people, and is switched on after a question', async () => {
  renderScreen(<MessagesPage />, '/dashboard/messages?tab=automatic');
  const method = within(await screen.findByRole('region', { name: 'Bkash' }));
  const words = '63 of 100 decisions, 41 of them would have been credited, no contradiction';
  expect(screen.getByRole('region', { name: 'Bkash' }).textContent).toContain(words);
  expect(method.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('63');
  expect(within(screen.getByRole('region', { name: 'Nagad' })).getByText('2 contradictions')).toBeDefined();
  const rules = screen.getByRole('link', { name: 'Limits and other rules' });
  expect(rules.getAttribute('href')).toBe('/dashboard/settings?section=evidence');
  await userEvent.click(method.getByRole('checkbox'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Credit Bkash by messages?' }));
  expect(inputsOf('admin.evidence.setAutomatic')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Credit by messages' }));
  expect(await screen.findByText('Bkash is credited by messages')).toBeDefined();
  expect(inputsOf('admin.evidence.setAutomatic')).toEqual([{ method: 'Bkash', on: true }]);
});

test('a switch that comes too early says so in its place; off is a question, too', async () => {
  set = () => {
    throw new Refusal('shadow_needed', 'Not yet.');
  };
  renderScreen(<MessagesPage />, '/dashboard/messages?tab=automatic');
  const method = within(await screen.findByRole('region', { name: 'Bkash' }));
  await userEvent.click(method.getByRole('checkbox'));
  await userEvent.click(await screen.findByRole('button', { name: 'Credit by messages' }));
  expect((await method.findByRole('alert')).textContent).toBe('Not yet.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(method.getByRole<HTMLInputElement>('checkbox').checked).toBe(false));
  set = () => ({ ...nagad, on: false });
  await userEvent.click(within(screen.getByRole('region', { name: 'Nagad' })).getByRole('checkbox'));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop crediting' }));
  expect(await screen.findByText('Nagad is credited by people')).toBeDefined();
});

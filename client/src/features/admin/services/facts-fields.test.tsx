import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aService } from '../../../testing/services.ts';
import ManageServicesPage from './manage-services-page.tsx';
import type { Service } from './service.ts';

let listed: Service;
let refusal: Error | undefined;
let sent: Record<string, unknown>[];
beforeEach(() => {
  listed = aService({ name: 'Instagram Followers [R30]', facts: { startMinutes: 90, quality: ['hq'], drop: 'low' } });
  refusal = undefined;
  sent = [];
});

asAdmin((name, input) => {
  if (name === 'admin.audit.list') return { items: [], nextCursor: null };
  if (name === 'admin.services.list') return { items: [listed], nextCursor: null, total: 1 };
  if (name !== 'admin.services.update') return listed;
  sent.push(input);
  if (refusal) throw refusal;
  return listed;
});

async function opened() {
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: /^Update Instagram/ }));
  return within(await screen.findByRole('dialog', { name: 'Update Service' }));
}

test('the stored facts are in the form, and changed ones are sent as facts', async () => {
  const form = await opened();
  expect(form.getByLabelText('Starts within')).toHaveProperty('value', '90');
  expect(form.getByRole('button', { name: 'High quality' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.selectOptions(form.getByLabelText('Starts within'), 'at once');
  await userEvent.type(form.getByLabelText(/^Speed a day/), '5k');
  await userEvent.type(form.getByLabelText(/^Country/), 'bd');
  await userEvent.type(form.getByLabelText(/^What is sold/), 'followers');
  await userEvent.click(form.getByRole('button', { name: 'Real' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'Refills come without being asked for' }));
  await userEvent.type(form.getByLabelText(/^Bengali name/), 'ইনস্টাগ্রাম ফলোয়ার');
  await userEvent.click(form.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    nameBn: 'ইনস্টাগ্রাম ফলোয়ার',
    facts: {
      ...{ startMinutes: 0, speedPerDay: 5000, quality: ['real', 'hq'], country: 'BD' },
      ...{ drop: 'low', autoRefill: true, kind: 'followers' },
    },
  });
  expect(sent[0]).not.toHaveProperty('startMinutes');
});

test('a promised refill that the service does not have is a warning, and is read with the facts', async () => {
  const form = await opened();
  expect(screen.getAllByText('Promises a refill it does not have').length).toBeGreaterThan(1);
  expect(form.getByText(/^Its texts promise a refill \(“R30”\).* Enter 30 days/)).toBeDefined();
  await userEvent.click(form.getByRole('button', { name: 'As read from the texts' }));
  expect(await form.findByText('Filled from the name and the description.')).toBeDefined();
  expect(form.getByLabelText(/^Refill period in days/)).toHaveProperty('value', '30');
  expect(form.getByLabelText(/^What is sold/)).toHaveProperty('value', 'followers');
  expect(form.getByLabelText('Starts within')).toHaveProperty('value', '90');
  expect(form.queryByText(/^Its texts promise a refill/)).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Suggest' }));
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^Bengali name/).value).toMatch(/\p{Script=Beng}/u));
  await userEvent.click(form.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ refillDays: 30, facts: { kind: 'followers', startMinutes: 90, quality: ['hq'] } });
});

test('facts that another admin has changed are displayed in words', async () => {
  const form = await opened();
  await userEvent.type(form.getByLabelText(/^Country/), 'IN');
  const { facts: _, ...columns } = listed;
  const changedTo = { ...columns, startMinutes: 360, quality: ['real'], drop: null, country: null, autoRefill: false };
  refusal = new Refusal('service_changed', 'Changed', {
    changedTo: { ...changedTo, updatedAt: '2026-02-01T10:00:00.000Z' },
  });
  await userEvent.click(form.getByRole('button', { name: 'Update' }));
  const notice = within(await form.findByRole('alert'));
  const lines = notice.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'Starts within: “90 minutes” → “6 hours”',
    'Quality: “High quality” → “Real”',
    'Drop: “Low drop” → nothing',
  ]);
  refusal = undefined;
  await userEvent.click(form.getByRole('button', { name: 'Update all the same' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ facts: { startMinutes: 360, quality: ['real'], drop: null, country: 'IN' } });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { micros } from '#shared/money.ts';
import type { SupplierField } from '#shared/supplier-fields.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aService } from '../../../testing/services.ts';
import { aSource } from '../../../testing/suppliers.ts';
import type { Service } from './service.ts';
import UpdateServiceDialog from './update-service-dialog.tsx';

const opened = aService({
  ...{ id: 34, name: 'Page Likes', image: null, description: 'Real.', category: 'facebook', externalId: null },
  ...{ priceMicros: micros(990_000), per: 1000, type: 'default', refillDays: null, cancel: false, speedUp: false },
  ...{
    min: 100,
    max: 10_000,
    avgTimeHours: 12,
    totalSell: 0,
    measuredMinutes: null,
    measuredOn: null,
    hidden: false,
    deletedAt: null,
  },
  ...{ createdAt: '2026-01-31T10:00:00.000Z', updatedAt: '2026-01-31T10:00:00.000Z' },
});

let stored: Service;
let pricedByRule: boolean;
let following: SupplierField[];
let updates: Record<string, unknown>[];
const onClose = vi.fn<() => void>();

beforeEach(() => {
  stored = opened;
  pricedByRule = false;
  following = [];
  updates = [];
  onClose.mockReset();
});

asAdmin((name, input) => {
  if (name === 'admin.audit.list') return { items: [], nextCursor: null };
  if (name === 'admin.suppliers.list') return { items: [] };
  if (name === 'admin.services.get') return stored;
  if (name === 'admin.services.setPriceRule') {
    pricedByRule = true;
    stored = { ...stored, priceMicros: micros(1_080_000), min: 50, updatedAt: '2026-02-01T10:00:00.000Z' };
  }
  if (name === 'admin.services.update') {
    if (input.expectedUpdatedAt !== stored.updatedAt) throw new Refusal('service_changed', 'Changed');
    updates.push(input);
    return stored;
  }
  return {
    ...{ sources: [aSource()], pricedByRule, marginPercent: null, appliedMarginPercent: 20 },
    ...{ priceByRuleMicros: micros(1_080_000), fieldsOfSupplier: following, pausedReason: null, pausedAt: null },
  };
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function open() {
  renderScreen(<UpdateServiceDialog service={opened} onClose={onClose} />);
  const group = await screen.findByRole('group', { name: 'As the supplier has it' });
  return (name: string) => within(group).getByRole<HTMLInputElement>('checkbox', { name });
}

test('after a change of the price rule the form has the new values, and is saved without a conflict', async () => {
  await open();
  await press('Let the price follow the cost');
  await waitFor(() => expect(field('Price').value).toBe('1.08'));
  expect(screen.queryByText(/has changed since you opened it/)).toBeNull();
  await press('Update');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(updates).toMatchObject([{ priceMicros: 1_080_000, min: 50, expectedUpdatedAt: stored.updatedAt }]);
  expect(updates[0]).not.toHaveProperty('fieldsOfSupplier');
});

test('a typed value stays beside the one that the rule has made', async () => {
  await open();
  await userEvent.type(field('Price'), '1');
  await press('Let the price follow the cost');
  const changed = await screen.findByRole('alert');
  expect(changed.textContent).toContain('Price: “0.99” → “1.08”, you typed “0.991”');
  expect(changed.textContent).not.toContain('Min');
  expect(field('Min').value).toBe('50');
});

test('a field is as the supplier has it by a tick, and the shop’s own by typing', async () => {
  following = ['name', 'max'];
  const box = await open();
  expect(['Name', 'Text', 'Maximum'].map((name) => box(name).checked)).toEqual([true, false, true]);
  await userEvent.type(field('Service Name'), '!');
  await waitFor(() => expect(box('Name').checked).toBe(false));
  await userEvent.type(field('Min'), '0');
  await userEvent.click(box('Minimum'));
  await waitFor(() => expect(box('Minimum').checked).toBe(true));
  expect(field('Min').value).toBe('100');
  await userEvent.click(box('Maximum'));
  await userEvent.click(box('Text'));
  // A later typed text is the shop's own.
  await userEvent.type(field('Description'), ' Fast.');
  await press('Let the price follow the cost');
  await waitFor(() => expect(field('Price').value).toBe('1.08'));
  await press('Update');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(updates).toMatchObject([{ name: 'Page Likes!', description: 'Real. Fast.', fieldsOfSupplier: ['min'] }]);
});

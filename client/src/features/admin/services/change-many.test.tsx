import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aService } from '../../../testing/services.ts';
import AddServicePage from './add-service-page.tsx';
import ManageServicesPage from './manage-services-page.tsx';

const pack = aService({
  name: 'Starter Package',
  priceMicros: micros(4_900_000),
  per: 1,
  type: 'package',
  refillDays: 30,
  cancel: true,
  min: 1,
  max: 1,
  totalSell: 12,
});

let sent: [name: string, input: Record<string, unknown>][];
let refusal: Error | undefined;
/** What the preview says of its service. */
let previewed: object;
beforeEach(() => {
  sent = [];
  refusal = undefined;
  previewed = {};
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>) {
  sent.push([name, input]);
  if (name === 'admin.audit.list') return { items: [], nextCursor: null };
  if (name === 'admin.services.list') return { items: [pack], nextCursor: null, total: 3 };
  if (name === 'admin.services.previewMany')
    return {
      found: 3,
      changed: 2,
      items: [{ ...previewed, id: pack.id, name: pack.name }],
      previewHash: JSON.stringify(input.change),
    };
  if (name !== 'admin.services.changeMany' || !refusal) return pack;
  const thrown = refusal;
  refusal = undefined;
  throw thrown;
}

const inputsOf = (name: string) => sent.filter(([each]) => each === name).map(([, input]) => input);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, words: string) => userEvent.selectOptions(screen.getByLabelText(label), words);

async function opened() {
  return within(await screen.findByRole('dialog', { name: 'Change Services' }));
}

test('the services of the list get a refill period after a preview', async () => {
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?category=facebook');
  expect(await screen.findByText('Refill 30 days · Cancel')).toBeDefined();
  await press('Change services');
  const dialog = await opened();
  await userEvent.click(dialog.getByRole('button', { name: 'Change services' }));
  expect(await dialog.findByText('Choose what to change first.')).toBeDefined();
  await choose('What to change', 'Refill period');
  await userEvent.type(dialog.getByLabelText('Refill period in days'), '0');
  expect(await dialog.findByText('The refill period must be from 1 to 3650 days')).toBeDefined();
  await userEvent.clear(dialog.getByLabelText('Refill period in days'));
  await userEvent.type(dialog.getByLabelText('Refill period in days'), '৬০');
  await waitFor(() =>
    expect(inputsOf('admin.services.previewMany').at(-1)?.change).toEqual({ kind: 'refill', refillDays: 60 }),
  );
  await waitFor(() => expect(dialog.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));
  expect(dialog.getByText('2 of 3 services change.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Change 2 services' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const change = { kind: 'refill', refillDays: 60 };
  expect(inputsOf('admin.services.changeMany')).toEqual([
    {
      ...{ category: 'facebook', shelf: 'all', change, previewHash: JSON.stringify(change) },
      requestId: expect.any(String) as string,
    },
  ]);
});

test('selected services are deleted in a red dialog; without a response the same call is sent again', async () => {
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await press('Change them');
  await opened();
  await choose('What to change', 'Delete');
  const alert = within(await screen.findByRole('alertdialog', { name: 'Change Services' }));
  await waitFor(() => expect(alert.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));
  refusal = new Refusal('catalogue_changed', 'The catalogue has changed.');
  await userEvent.click(alert.getByRole('button', { name: 'Delete 2 services' }));
  expect(await alert.findByText('The catalogue has changed.')).toBeDefined();
  await waitFor(() => expect(alert.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));
  refusal = new TypeError('no network');
  await userEvent.click(alert.getByRole('button', { name: 'Delete 2 services' }));
  await userEvent.click(await alert.findByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const [, second, third] = inputsOf('admin.services.changeMany');
  expect(third).toEqual(second);
  expect(third).toMatchObject({ ids: [7], change: { kind: 'delete' } });
});

test('the form of a package has no limits, and sends its permissions', async () => {
  renderScreen(<AddServicePage />);
  await userEvent.type(await screen.findByLabelText('Service Name'), 'Pack');
  await userEvent.type(screen.getByLabelText('Description'), 'Many.');
  await userEvent.type(screen.getByLabelText('Min'), '5');
  await choose('Type', 'Package');
  expect(screen.queryByLabelText('Min')).toBeNull();
  await choose('Category', 'tiktok');
  await userEvent.type(screen.getByLabelText('Price'), '4.9');
  await userEvent.type(screen.getByLabelText('Average Time (in hours)'), '2');
  await userEvent.type(screen.getByLabelText(/^Refill period in days/), '3651');
  await userEvent.click(screen.getByLabelText('Speed up an open order'));
  await press('Add Service');
  expect(await screen.findByText('The refill period must be from 1 to 3650 days')).toBeDefined();
  await userEvent.clear(screen.getByLabelText(/^Refill period in days/));
  await userEvent.type(screen.getByLabelText(/^Refill period in days/), '30');
  await press('Add Service');
  await waitFor(() => expect(inputsOf('admin.services.create')).toHaveLength(1));
  expect(inputsOf('admin.services.create')[0]).toMatchObject({
    ...{ type: 'package', min: 1, max: 1, refillDays: 30, cancel: false, speedUp: true },
  });
});

test('facts as the texts say are previewed with the words that they come from', async () => {
  previewed = { facts: [{ fact: 'startMinutes', value: '60', words: '0-1H' }] };
  renderScreen(<ManageServicesPage />);
  await screen.findByRole('button', { name: 'Update Starter Package' });
  await press('Change services');
  const dialog = await opened();
  await choose('What to change', 'Facts');
  await choose('Facts', 'As their texts say');
  expect(await dialog.findByText(/^Starts within: 1 hour/)).toBeDefined();
  expect(dialog.getByText(/“0-1H”/)).toBeDefined();
  const asRead = { kind: 'facts', facts: 'as_read' };
  expect(inputsOf('admin.services.previewMany').at(-1)?.change).toEqual(asRead);
  await choose('Facts', 'One by hand');
  await choose('Which fact', 'Country');
  await userEvent.type(dialog.getByLabelText('Country'), 'b1');
  expect(await dialog.findByText('A country has two letters')).toBeDefined();
  await userEvent.clear(dialog.getByLabelText('Country'));
  await userEvent.type(dialog.getByLabelText('Country'), 'bd');
  const byHand = { kind: 'facts', facts: { country: 'BD' } };
  await waitFor(() => expect(inputsOf('admin.services.previewMany').at(-1)?.change).toEqual(byHand));
  await userEvent.click(await dialog.findByRole('button', { name: 'Change 2 services' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('admin.services.changeMany')[0]?.change).toEqual(byHand);
});

test('proposed Bengali names are previewed', async () => {
  previewed = { nameBn: 'স্টার্টার প্যাকেজ' };
  renderScreen(<ManageServicesPage />);
  await screen.findByRole('button', { name: 'Update Starter Package' });
  await press('Change services');
  const dialog = await opened();
  await choose('What to change', 'Bengali name');
  expect(await dialog.findByText('স্টার্টার প্যাকেজ')).toBeDefined();
  expect(inputsOf('admin.services.previewMany').at(-1)?.change).toEqual({ kind: 'nameBn' });
});

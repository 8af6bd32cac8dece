import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { chooseFromMenu } from '../../../testing/choose-from-menu.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aService } from '../../../testing/services.ts';
import { startSignedIn } from '../../../testing/signed-in-browser.ts';
import AddServicePage from './add-service-page.tsx';
import ManageServicesPage from './manage-services-page.tsx';
import type { Service } from './service.ts';

const likes = aService();

let listed: Service[];
/** The service to copy. */
let original: Service;
let sent: [name: string, input: Record<string, unknown>][];
/** The error for the next call by procedure name. */
let refusals: Record<string, Error | undefined>;

beforeEach(() => {
  listed = [likes];
  original = likes;
  sent = [];
  refusals = {};
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>) {
  sent.push([name, input]);
  const refusal = refusals[name];
  delete refusals[name];
  if (refusal) throw refusal;
  if (name === 'admin.audit.list') return { items: [], nextCursor: null };
  if (name === 'admin.services.list') return { items: listed, nextCursor: null, total: listed.length };
  if (name === 'admin.services.previewPrices') return previewOf(input);
  if (name === 'admin.services.get') return original;
  if (name === 'admin.services.update') return likes;
  if (name === 'admin.services.create') return { ...likes, name: input.name };
  return { ok: true };
}

const inputsOf = (name: string) => sent.filter(([each]) => each === name).map(([, input]) => input);
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function retype(label: string | RegExp, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

async function fillIn() {
  await userEvent.type(field('Service Name'), 'Views');
  await userEvent.type(field('Description'), 'Many.');
  await userEvent.selectOptions(field('Category'), 'tiktok');
  await userEvent.type(field('Price'), '০.৯৫');
  await userEvent.type(field('Min'), '10');
  await userEvent.type(field('Max'), '1,000');
  await userEvent.type(field('Average Time (in hours)'), '2');
}

test('an empty service form shows each missing field', async () => {
  renderScreen(<AddServicePage />);
  await press('Add Service');
  for (const message of [
    'Service name is required',
    'Description is required',
    'category name is required',
    'Price is required',
    'Minimum value is required',
    'Maximum value is required',
    'Average time is required',
  ])
    expect(await screen.findByText(message)).toBeDefined();
  await retype('Price', '-1');
  await retype('Min', '9');
  await retype('Max', '10');
  await retype('Average Time (in hours)', '0');
  for (const message of [
    'Price must be a positive number',
    'Must be at least 10',
    'Maximum must be greater than 10',
    'Time must be at least 1 hour',
  ])
    expect(await screen.findByText(message)).toBeDefined();
  await retype('Min', 'many');
  expect(await screen.findByText('Minimum value must be a whole number')).toBeDefined();
  await retype('Min', '1.000');
  expect(await screen.findByText('“1.000” can be read in more than one way: write 1 or 1000')).toBeDefined();
  await retype('Price', 'cheap');
  expect(await screen.findByText('Price must be a number with at most 6 decimals')).toBeDefined();
  expect(inputsOf('admin.services.create')).toEqual([]);
});

test('a service is added once, however often it is sent, and a failure loses no input', async () => {
  refusals['admin.services.create'] = new TypeError('no network');
  renderScreen(<AddServicePage />);
  await fillIn();
  await press('Add Service');
  expect(await screen.findByText('Service Failed')).toBeDefined();
  expect(screen.getByText('There was an error processing your Service. Please try again.')).toBeDefined();
  await press('OK');
  await waitFor(() => expect(screen.queryByText('Service Failed')).toBeNull());
  expect(field('Service Name').value).toBe('Views');
  await press('Add Service');
  expect(await screen.findByText('Service Added Successful!')).toBeDefined();
  const [first, second] = inputsOf('admin.services.create');
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    name: 'Views',
    image: null,
    category: 'tiktok',
    priceMicros: 950_000,
    min: 10,
    max: 1000,
    avgTimeHours: 2,
  });
  await waitFor(() => expect(field('Service Name').value).toBe(''));
  expect(field('Category').value).toBe('');
  await fillIn();
  await press('Add Service');
  await waitFor(() => expect(inputsOf('admin.services.create')).toHaveLength(3));
  expect(inputsOf('admin.services.create')[2]?.requestId).not.toBe(first?.requestId);
});

test('a copy starts with the values of the original', async () => {
  original = { ...likes, externalId: 'L-7' };
  renderScreen(<AddServicePage />, '/dashboard/addService?copy=7');
  expect(await screen.findByDisplayValue('Page Likes')).toBeDefined();
  expect(field('Price').value).toBe('0.85');
  await press('Add Service');
  await waitFor(() => expect(inputsOf('admin.services.create')).toHaveLength(1));
  expect(inputsOf('admin.services.create')).toMatchObject([
    { name: 'Page Likes', externalId: null, category: 'facebook', max: 10_000 },
  ]);
});

test("the list has the catalogue's columns, and requests the filters of the URL", async () => {
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?q=likes&category=facebook&sort=name&shelf=deleted');
  await screen.findByText('Page Likes');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers).toEqual([
    '#',
    'Name',
    'Category',
    'Price',
    'Total Sell',
    'Avg. Time',
    'Min',
    'Max',
    'Requests',
    'Actions',
  ]);
  const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(0, 8)).toEqual(['#7', 'Page Likes', 'Facebook', '$0.85', '1,234', '12 hours', '100', '10,000']);
  expect(inputsOf('admin.services.list')[0]).toMatchObject({
    search: 'likes',
    category: 'facebook',
    sort: 'name',
    shelf: 'deleted',
  });
});

test('an update is reported, and sends the version that was displayed', async () => {
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Update Page Likes' }));
  await screen.findByRole('dialog', { name: 'Update Service' });
  expect(within(field('Category')).getAllByRole('option')).toHaveLength(6);
  await userEvent.clear(field('Price'));
  await press('Update');
  expect(await screen.findByText('Price is required')).toBeDefined();
  await retype('Price', '0.9');
  refusals['admin.services.update'] = new Refusal('internal');
  await press('Update');
  expect(await screen.findByText('Update Failed')).toBeDefined();
  expect(screen.getByText('There was an error processing your service. Please try again.')).toBeDefined();
  await press('OK');
  await waitFor(() => expect(screen.queryByText('Update Failed')).toBeNull());
  await press('Update');
  expect(await screen.findByText('Service Updated Successfully!')).toBeDefined();
  expect(inputsOf('admin.services.update').at(-1)).toMatchObject({
    id: 7,
    priceMicros: 900_000,
    expectedUpdatedAt: likes.updatedAt,
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update Service' })).toBeNull());
});

test('the external id is displayed, changed and removed, and a taken one is an error of its field', async () => {
  listed = [{ ...likes, externalId: 'L-7' }];
  renderScreen(<ManageServicesPage />);
  expect(await screen.findByText('L-7')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Update Page Likes' }));
  await screen.findByRole('dialog', { name: 'Update Service' });
  expect(field(/^External ID/).value).toBe('L-7');
  await retype(/^External ID/, ' L-8 ');
  const taken = { externalId: ['It is that of service 8 already'] };
  refusals['admin.services.update'] = new Refusal('bad_input', 'Invalid', {}, taken);
  await press('Update');
  expect(await screen.findByText('It is that of service 8 already')).toBeDefined();
  expect(inputsOf('admin.services.update')).toMatchObject([{ externalId: 'L-8' }]);
  await userEvent.clear(field(/^External ID/));
  await press('Update');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update Service' })).toBeNull());
  expect(inputsOf('admin.services.update')[1]).toMatchObject({ externalId: null });
});

test('if another admin was faster, their values are displayed, and a second save includes their version', async () => {
  const { id: _id, totalSell: _sold, createdAt: _at, deletedAt: _gone, hidden: _hidden, ...stored } = likes;
  const changedTo = { ...stored, priceMicros: micros(990_000), min: 500, updatedAt: '2026-02-01T10:00:00.000Z' };
  refusals['admin.services.update'] = new Refusal('service_changed', 'Changed', { changedTo });
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Update Page Likes' }));
  await screen.findByRole('dialog', { name: 'Update Service' });
  await retype('Price', '0.9');
  await press('Update');
  const told = await screen.findByRole('alert');
  expect(told.textContent).toContain('Price: “0.85” → “0.99”, you typed “0.9”');
  expect(told.textContent).toContain('Min: “100” → “500”');
  expect(told.textContent).not.toContain('Max');
  expect(field('Min').value).toBe('500');
  expect(field('Price').value).toBe('0.9');
  await press('Update all the same');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update Service' })).toBeNull());
  expect(inputsOf('admin.services.update')).toHaveLength(2);
  expect(inputsOf('admin.services.update').at(-1)).toMatchObject({
    priceMicros: 900_000,
    min: 500,
    expectedUpdatedAt: changedTo.updatedAt,
  });
});

async function pressDelete() {
  await userEvent.click(await screen.findByRole('button', { name: 'More for Page Likes' }));
  await chooseFromMenu('Delete');
}

test('deleting asks for a confirmation and reports the result', async () => {
  renderScreen(<ManageServicesPage />);
  await pressDelete();
  expect(await screen.findByText('Are you sure?')).toBeDefined();
  expect(screen.getByText("You won't be able to revert this!")).toBeDefined();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByText('Are you sure?')).toBeNull());
  expect(inputsOf('admin.services.delete')).toEqual([]);

  refusals['admin.services.delete'] = new Refusal('internal');
  await pressDelete();
  await userEvent.click(await screen.findByRole('button', { name: /^Yes, delete/ }));
  expect(await screen.findByText('Error!')).toBeDefined();
  expect(screen.getByText('An error occurred while deleting the service.')).toBeDefined();
  await press('OK');
  await waitFor(() => expect(screen.queryByText('Error!')).toBeNull());
  await pressDelete();
  await userEvent.click(await screen.findByRole('button', { name: /^Yes, delete/ }));
  expect(await screen.findByText('Deleted!')).toBeDefined();
  expect(screen.getByText('Service has been deleted.')).toBeDefined();
  expect(inputsOf('admin.services.delete')).toEqual([{ id: 7 }, { id: 7 }]);
});

test('a service is hidden and shown from its menu, and marked as hidden', async () => {
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'More for Page Likes' }));
  await chooseFromMenu('Hide from customers');
  expect(await screen.findByText('Service hidden')).toBeDefined();
  expect(inputsOf('admin.services.setHidden')).toEqual([{ id: 7, hidden: true }]);
  cleanup();
  listed = [{ ...likes, hidden: true }];
  startSignedIn(serve, { role: 'admin', matches: () => true });
  renderScreen(<ManageServicesPage />);
  const row = (await screen.findByText('Page Likes')).closest('tr');
  expect(within(row as HTMLElement).getByText('Hidden')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'More for Page Likes' }));
  await chooseFromMenu('Show to customers');
  await waitFor(() => expect(inputsOf('admin.services.setHidden')).toContainEqual({ id: 7, hidden: false }));
});

test('a category is reordered by keyboard, and the moved row keeps the focus', async () => {
  listed = [likes, { ...likes, id: 8, name: 'Views' }, { ...likes, id: 9, name: 'Shares' }];
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?category=facebook&sort=recommended');
  const up = await screen.findByRole('button', { name: 'Move Shares up' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Page Likes up' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Shares down' }).disabled).toBe(true);
  up.focus();
  const [first, second, third] = listed as [Service, Service, Service];
  listed = [first, third, second];
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(inputsOf('admin.services.reorder')).toEqual([{ id: 9, before: 8 }]));
  await waitFor(() => {
    const names = screen
      .getAllByRole('button', { name: /^Update / })
      .map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['Update Page Likes', 'Update Shares', 'Update Views']);
  });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Shares up'));
  await press('Most bought first again');
  await userEvent.click(await screen.findByRole('button', { name: 'Forget it' }));
  await waitFor(() => expect(inputsOf('admin.services.resetOrder')).toEqual([{ category: 'facebook' }]));
});

test('without one category, or with a search, nothing can be reordered', async () => {
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?sort=recommended');
  expect(await screen.findByText(/Choose one category/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Move / })).toBeNull();
});

function previewOf({ percentHundredths, ids }: Record<string, unknown>) {
  const from = likes.priceMicros;
  const to = Math.round((from * (10_000 + Number(percentHundredths))) / 10_000);
  const items = [{ id: 7, name: likes.name, category: likes.category, fromMicros: from, toMicros: to }];
  const hash = `${String(percentHundredths)} ${JSON.stringify(ids)}`;
  return { found: 3, changed: 1, against: 0, impossible: to <= 0 ? 1 : 0, items, previewHash: hash };
}

test('a URL opens a dialog, once', async () => {
  renderScreen(<ManageServicesPage />, '/?open=changePrices&category=facebook');
  const prices = within(await screen.findByRole('dialog', { name: /prices/i }));
  await userEvent.click(prices.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/?category=facebook'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Import CSV');
  expect(await screen.findByRole('dialog', { name: /Import/ })).toBeDefined();
  expect(screen.getByTestId('place').textContent).toBe('/?category=facebook&open=import');
});

test('prices of the list are changed after a preview of each', async () => {
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?category=facebook');
  await userEvent.click(await screen.findByRole('button', { name: 'Change prices' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Prices' }));
  await userEvent.type(dialog.getByLabelText('By percent'), '-1x');
  expect(await dialog.findByText(/Enter a percentage with at most two decimals/)).toBeDefined();
  await userEvent.clear(dialog.getByLabelText('By percent'));
  await userEvent.type(dialog.getByLabelText('By percent'), '+10.5');
  await userEvent.selectOptions(dialog.getByLabelText('Rounded to'), 'whole cents');
  expect(await dialog.findByText('1 of 3 prices change.')).toBeDefined();
  await waitFor(() => expect(dialog.getByRole('region').textContent).toContain('$0.85$0.93925'));
  await waitFor(() => expect(dialog.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));
  await userEvent.click(dialog.getByRole('button', { name: 'Change 1 prices' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change Prices' })).toBeNull());
  expect(inputsOf('admin.services.changePrices')).toEqual([
    {
      category: 'facebook',
      shelf: 'all',
      percentHundredths: 1050,
      stepMicros: 10_000,
      previewHash: '1050 undefined',
    },
  ]);
});

test('prices without a response are sent again unchanged; after a change of the catalogue there is a new preview', async () => {
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row 1' }));
  await press('Change their prices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Prices' }));
  await userEvent.type(dialog.getByLabelText('By percent'), '5');
  await waitFor(() => expect(dialog.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));
  refusals['admin.services.changePrices'] = new Refusal('catalogue_changed', 'The catalogue has changed.');
  await userEvent.click(dialog.getByRole('button', { name: 'Change 1 prices' }));
  expect(await dialog.findByText('The catalogue has changed.')).toBeDefined();
  await waitFor(() => expect(dialog.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));
  refusals['admin.services.changePrices'] = new TypeError('no network');
  await userEvent.click(dialog.getByRole('button', { name: 'Change 1 prices' }));
  expect(await dialog.findByText(/nothing is changed twice/)).toBeDefined();
  const asked = inputsOf('admin.services.previewPrices').length;
  await userEvent.click(dialog.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change Prices' })).toBeNull());
  const [, second, third] = inputsOf('admin.services.changePrices');
  expect(third).toEqual(second);
  expect(third).toMatchObject({ ids: [7], percentHundredths: 500 });
  expect(inputsOf('admin.services.previewPrices')).toHaveLength(asked);
});

test('prices that would become zero are not sent', async () => {
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Change prices' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Prices' }));
  await userEvent.type(dialog.getByLabelText('By percent'), '-200');
  expect(await dialog.findByText('Prices can be lowered by at most 99.99 %')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: /^Change / }));
  expect(await dialog.findByRole('alert')).toBeDefined();
  expect(inputsOf('admin.services.changePrices')).toEqual([]);
});

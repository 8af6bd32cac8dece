import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import * as bn from '../../i18n/bn.ts';
import { switchTo } from '../../i18n/switch-language.ts';
import { session } from '../../lib/session.ts';
import { aCategory } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { PaletteLayer } from './palette-layer.tsx';
import { SearchEverything } from './search-everything.tsx';

const categories = [
  aCategory('tiktok', { name: 'TikTok' }),
  aCategory('tiktok-followers', { name: 'Followers', parent: 'tiktok' }),
  aCategory('tiktok-views', { name: 'Views', parent: 'tiktok', count: 0 }),
  aCategory('spotify', { name: 'Spotify' }),
];
const service = { id: 7, name: 'TikTok Followers', priceMicros: 1_500_000 };
const order = { id: 1042, serviceId: 9, serviceName: 'YouTube Views', link: 'https://youtu.be/abc' };
const hidden = { id: 8, name: 'Instagram Reels', priceMicros: 2_000_000, per: 1, hidden: true };
const user = { id: 3, userName: 'karim', name: 'Karim Ali', email: 'karim@example.com' };

const recharge = { id: 12, reference: 'N7X8K9Q2', amountNanos: 5e9, user };

let asked: string[];

afterEach(async () => {
  cleanup();
  await switchTo('en');
});

test('Ctrl-K opens it with the pages, and Enter opens the typed one', async () => {
  show('user');
  await press('k', { ctrlKey: true });
  const field = await screen.findByPlaceholderText('Pages, services, orders…');
  expect(optionsShown()).toContain('Order History');
  await userEvent.type(field, 'statem');
  await waitFor(() => expect(optionsShown()).toEqual(['Statement']));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/statement'));
  expect(screen.queryByPlaceholderText('Pages, services, orders…')).toBeNull();
});

test('a customer finds own orders and services, and chooses with the arrow keys', async () => {
  show('user');
  await press('k', { metaKey: true });
  await userEvent.type(await screen.findByPlaceholderText('Pages, services, orders…'), 'tiktok');
  await screen.findByRole('option', { name: /#7 TikTok Followers/ });
  expect(optionsShown()).toEqual([
    'Order #1042#9 YouTube Views · https://youtu.be/abc',
    '#7 TikTok Followers$1.50 per 1000',
    'TikTok',
    'TikTok Followers',
  ]);
  expect(asked.filter((call) => call.includes('tiktok')).toSorted()).toEqual([
    'orders.list tiktok',
    'services.list tiktok',
  ]);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/service?order=7'));
});

test('a customer finds a kind of the catalogue by the words of its top and its own', async () => {
  show('user');
  await press('k', { ctrlKey: true });
  await userEvent.type(await screen.findByPlaceholderText('Pages, services, orders…'), 'tiktok foll');
  await userEvent.click(await screen.findByRole('option', { name: 'TikTok Followers' }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/service?category=tiktok-followers'));
});

test('an admin finds users, all orders and services', async () => {
  show('admin');
  await press('k', { ctrlKey: true });
  await userEvent.type(await screen.findByPlaceholderText('Pages, users, orders, services…'), 'xy');
  await screen.findByRole('option', { name: /@karim/ });
  await screen.findByRole('option', { name: /1042/ });
  expect(asked.toSorted()).toEqual([
    'admin.orders.list xy',
    'admin.recharges.list xy',
    'admin.services.list xy',
    'admin.users.list xy',
  ]);
  await userEvent.click(screen.getByRole('option', { name: /1042/ }));
  await waitFor(() =>
    expect(screen.getByTestId('place').textContent).toBe('/dashboard/manageOrders?status=all&order=1042'),
  );
});

test('it opens a user, finds a recharge by its transaction ID, and a section of the settings by its title', async () => {
  show('admin');
  await press('k', { ctrlKey: true });
  const field = await screen.findByPlaceholderText('Pages, users, orders, services…');
  await userEvent.type(field, 'N7X8');
  await screen.findByRole('option', { name: /N7X8K9Q2/ });
  expect(optionsShown()).toContain('N7X8K9Q2#12 · $5.00 · Karim Ali');
  await userEvent.click(screen.getByRole('option', { name: /Karim Ali @karim/ }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/users/3'));
  await press('k', { ctrlKey: true });
  await userEvent.type(await screen.findByPlaceholderText('Pages, users, orders, services…'), 'payment meth');
  await screen.findByRole('option', { name: 'Payment methods' });
});

test('an admin finds hidden services, actions on the catalogue and figures', async () => {
  show('admin');
  await press('k', { ctrlKey: true });
  const field = await screen.findByPlaceholderText('Pages, users, orders, services…');
  await userEvent.type(field, 'instagram');
  await userEvent.click(await screen.findByRole('option', { name: '#8 Instagram Reels $2.00 a package · hidden' }));
  await waitFor(() => expect(place()).toBe('/dashboard/manageServices?q=Instagram%20Reels'));
  for (const [words, label, leadsTo] of [
    ['import', 'Import services from a file', '/dashboard/manageServices?open=import'],
    ['change pr', 'Change prices', '/dashboard/manageServices?open=changePrices'],
    ['change serv', 'Change services', '/dashboard/manageServices?open=changeServices'],
    ['manage req', 'Manage Requests', '/dashboard/manageRequests'],
    ['money of to', 'Money of today', '/dashboard?range=today'],
    ['add serv', 'Add Services', '/dashboard/addService'],
    ['audit', 'Audit', '/dashboard/audit'],
  ] as const) {
    await press('k', { ctrlKey: true });
    await userEvent.type(await screen.findByPlaceholderText('Pages, users, orders, services…'), words);
    await userEvent.click(await screen.findByRole('option', { name: label }));
    await waitFor(() => expect(place()).toBe(leadsTo));
  }
});

test('"Give balance to…" asks for a user, and opens their page with the dialog, without moving money', async () => {
  show('admin');
  await press('k', { ctrlKey: true });
  const field = await screen.findByPlaceholderText<HTMLInputElement>('Pages, users, orders, services…');
  await userEvent.type(field, 'give');
  await userEvent.click(await screen.findByRole('option', { name: 'Give balance to…' }));
  expect(field.value).toBe('Give balance to ');
  await userEvent.type(field, 'kar');
  await screen.findByRole('option', { name: /Give balance to Karim Ali/ });
  await waitFor(() => expect(asked.at(-1)).toBe('admin.users.list kar'));
  expect(asked.filter((call) => call.endsWith(' Give balance to kar'))).toEqual([]);
  await userEvent.click(screen.getByRole('option', { name: /Give balance to Karim Ali/ }));
  await waitFor(() => expect(screen.getByTestId('place').textContent).toBe('/dashboard/users/3?open=giveBalance'));
});

test('pages are found by their names in both languages', async () => {
  const statement = 'স্টেটমেন্ট';
  await switchTo('bn');
  show('user');
  await press('k', { ctrlKey: true });
  const field = await screen.findByPlaceholderText(bn.palette.placeholder);
  await userEvent.type(field, 'Statement');
  await waitFor(() => expect(optionsShown()).toEqual([statement]));
  await userEvent.clear(field);
  await userEvent.type(field, 'স্টেট');
  await waitFor(() => expect(optionsShown()).toEqual([statement]));
});

test('it shows that nothing was found, and which searches failed', async () => {
  show('user', () => ({ items: [] }));
  await press('k', { ctrlKey: true });
  await userEvent.type(await screen.findByPlaceholderText('Pages, services, orders…'), 'zzzz');
  await screen.findByText('Nothing was found for “zzzz”');
  expect(optionsShown()).toEqual([]);
});

test('a click on the box opens it', async () => {
  show('user');
  await userEvent.click(screen.getByRole('button', { name: /Search/ }));
  await screen.findByPlaceholderText('Pages, services, orders…');
});

test('? shows the keys, except while typing', async () => {
  show('user');
  await press('?', { shiftKey: true });
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(sheet.getByText('Ctrl K')).toBeTruthy();
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.type(screen.getByLabelText('Elsewhere'), '?');
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a visitor has neither', async () => {
  show('user');
  session.end('logout');
  await press('k', { ctrlKey: true });
  await press('?', { shiftKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
});

function show(role: 'user' | 'admin', answer?: () => unknown): void {
  asked = [];
  startSignedIn(
    (name, input) => {
      asked.push(`${name} ${String(input.search)}`);
      if (name === 'services.categories') return categories;
      if (answer) return answer();
      const found = {
        'services.list': [service],
        'admin.services.list': [hidden],
        'admin.users.list': [user],
        'admin.recharges.list': [recharge],
      };
      return { items: (found as Record<string, unknown[]>)[name] ?? [order], nextCursor: null };
    },
    { role },
  );
  renderScreen(
    <PaletteLayer>
      <SearchEverything />
      <input aria-label="Elsewhere" />
    </PaletteLayer>,
  );
}

async function press(key: string, held: KeyboardEventInit = {}): Promise<void> {
  fireEvent.keyDown(document.body, { key, ...held });
  // The code of the dialog is loaded first.
  await new Promise((resolve) => setTimeout(resolve));
}

const place = () => screen.getByTestId('place').textContent;

const optionsShown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

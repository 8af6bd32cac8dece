import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { asAdmin } from '../../../testing/as-admin.ts';
import { aCategory, someCategories } from '../../../testing/categories.ts';
import { chooseFromMenu } from '../../../testing/choose-from-menu.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import type { ShopCategory } from '../shop-categories.ts';
import CategoriesPage from './categories-page.tsx';

const followers = aCategory({
  ...{ id: 11, slug: 'instagram-followers', parentId: 3, name: 'Followers', nameBn: 'ফলোয়ার', services: 12 },
});
const likes = aCategory({ ...followers, id: 12, slug: 'instagram-likes', name: 'Likes', nameBn: null, services: 1 });
const spotify = aCategory({ id: 13, slug: 'spotify', name: 'Spotify', nameBn: null, hidden: true });

let items: ShopCategory[];
let refusal: Error | undefined;
let listRefusal: Error | undefined;
let sent: [name: string, input: Record<string, unknown>][];
beforeEach(() => {
  items = [...someCategories.slice(0, 3), followers, likes, ...someCategories.slice(3), spotify];
  refusal = undefined;
  listRefusal = undefined;
  sent = [];
});

asAdmin(
  (name, input) => {
    if (name === 'admin.categories.list' && listRefusal) throw listRefusal;
    if (name === 'admin.categories.list') return { items };
    sent.push([name.replace('admin.categories.', ''), input]);
    if (refusal) throw refusal;
    return name === 'admin.categories.reorder' ? { items } : { ...followers, ...input };
  },
  { ownCategories: true },
);

const row = async (name: string) => within(await screen.findByRole('listitem', { name }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function chooseFor(name: string, entry: string) {
  await press(`Actions for ${name}`);
  await chooseFromMenu(entry);
}

test('tops stand before their kinds, with both names, the address and the services', async () => {
  renderScreen(<CategoriesPage />);
  await row('Followers');
  const names = screen.getAllByRole('listitem').map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual(['Feature', 'Facebook', 'Instagram', 'Followers', 'Likes', 'YouTube', 'TikTok', 'Spotify']);
  const kind = await row('Followers');
  expect(kind.getByText('ফলোয়ার')).toBeDefined();
  expect(kind.getByText('instagram-followers')).toBeDefined();
  expect(kind.getByRole('link', { name: 'Services of Followers: 12 services' }).getAttribute('href')).toBe(
    '/dashboard/manageServices?category=instagram-followers',
  );
  expect((await row('Spotify')).getByText('Hidden')).toBeDefined();
  expect((await row('Feature')).queryByRole('button', { name: 'Actions for Feature' })).toBeNull();
});

test('a kind is added to its top; a refused address stands beside its field', async () => {
  renderScreen(<CategoriesPage />);
  await chooseFor('Instagram', 'Add a kind in it');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add category' }));
  expect(dialog.queryByText(/All servers of this shop/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Name is required')).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Name'), 'Views');
  await userEvent.type(dialog.getByLabelText(/^Bengali name/), 'ভিউ');
  await userEvent.type(dialog.getByLabelText(/^Address/), 'Instagram Views');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('The address takes small Latin letters, digits and single hyphens')).toBeDefined();
  await userEvent.clear(dialog.getByLabelText(/^Address/));
  await userEvent.type(dialog.getByLabelText(/^Address/), 'instagram-views');
  refusal = new Refusal('bad_input', 'Taken', {}, { slug: ['The address instagram-views is taken'] });
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('The address instagram-views is taken')).toBeDefined();
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const input = { parentId: 3, name: 'Views', nameBn: 'ভিউ', slug: 'instagram-views' };
  expect(sent).toEqual([
    ['save', input],
    ['save', input],
  ]);
});

test('before its first own category the shop reads that all servers must run this release', async () => {
  items = someCategories;
  renderScreen(<CategoriesPage />);
  await press('Add category');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add category' }));
  expect(dialog.getByText(/^All servers of this shop must run this release first/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText('Name'), 'Spotify');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(sent).toEqual([['save', { parentId: null, name: 'Spotify', nameBn: null }]]));
});

test('an edited category keeps its address; one with kinds stays a top', async () => {
  renderScreen(<CategoriesPage />);
  await press('Edit Likes');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit category' }));
  expect(dialog.getByText('Address: instagram-likes. It never changes, so that links lead on.')).toBeDefined();
  await userEvent.type(dialog.getByLabelText(/^Bengali name/), 'লাইক');
  await userEvent.selectOptions(dialog.getByLabelText('In'), 'Facebook');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([['save', { id: 12, parentId: 2, name: 'Likes', nameBn: 'লাইক' }]]);
  await press('Edit Instagram');
  const top = within(await screen.findByRole('dialog', { name: 'Edit category' }));
  expect(top.queryByLabelText('In')).toBeNull();
});

test('a top with kinds is merged only into another top', async () => {
  renderScreen(<CategoriesPage />);
  await chooseFor('Instagram', 'Merge into…');
  const whole = within(await screen.findByRole('alertdialog', { name: 'Merge Instagram' }));
  const targets = whole.getAllByRole('option').map(({ textContent }) => textContent);
  expect(targets).toEqual(['Facebook', 'YouTube', 'TikTok', 'Spotify']);
});

test('a merge says what moves', async () => {
  renderScreen(<CategoriesPage />);
  await chooseFor('Followers', 'Merge into…');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Merge Instagram › Followers' }));
  expect(dialog.getByText(/^12 services move to the chosen category/)).toBeDefined();
  expect(dialog.getByText(/^The old address instagram-followers leads on/)).toBeDefined();
  await userEvent.selectOptions(dialog.getByLabelText('Into'), 'Instagram › Likes');
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([['merge', { from: 11, into: 12 }]]);
});

test('a category is hidden after a question with its services, and shown without one', async () => {
  renderScreen(<CategoriesPage />);
  await chooseFor('Followers', 'Hide');
  const question = within(await screen.findByRole('alertdialog', { name: 'Hide Followers?' }));
  expect(question.getByText(/^Its 12 services leave the lists and are not for sale/)).toBeDefined();
  await userEvent.click(question.getByRole('button', { name: 'Hide it' }));
  await waitFor(() => expect(sent).toEqual([['setHidden', { id: 11, hidden: true }]]));
  await chooseFor('Spotify', 'Show');
  await waitFor(() => expect(sent[1]).toEqual(['setHidden', { id: 13, hidden: false }]));
});

test('a category moves within its level, by keyboard, and no other passes the first tops', async () => {
  renderScreen(<CategoriesPage />);
  const down = await screen.findByRole('button', { name: 'Move Followers down' });
  down.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent).toEqual([['reorder', { ids: [12, 11] }]]));
  await waitFor(() => expect(document.activeElement?.id).toMatch(/^move-(up|down)-11$/));
  await press('Move Instagram up');
  await waitFor(() => expect(sent[1]).toEqual(['reorder', { ids: [1, 3, 2, 4, 5, 13] }]));
  for (const name of ['Move Followers up', 'Move Likes down', 'Move Spotify up', 'Move TikTok down'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
});

test('a list that can not be read says so, and is read again', async () => {
  listRefusal = new Refusal('not_found', 'No.');
  renderScreen(<CategoriesPage />);
  await screen.findByRole('alert');
  listRefusal = undefined;
  await press('Try again');
  await row('Followers');
});

test('a shop without categories says so', async () => {
  items = [];
  renderScreen(<CategoriesPage />);
  expect(await screen.findByText('No categories')).toBeDefined();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import { asAdmin } from '../../../testing/as-admin.ts';
import { Refusal } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { aService } from '../../../testing/services.ts';
import AddServicePage from './add-service-page.tsx';
import ManageServicesPage from './manage-services-page.tsx';
import type { Service } from './service.ts';

const likes = aService({
  ...{ id: 7, name: 'Instagram Likes', image: null, description: 'Real.', category: 'instagram', type: 'default' },
  ...{ priceMicros: micros(850_000), per: 1000, min: 100, max: 10_000, avgTimeHours: 12, externalId: null },
  ...{ refillDays: null, cancel: false, speedUp: false, platform: null, kinds: null, hidden: false, deletedAt: null },
  ...{
    totalSell: 1,
    measuredMinutes: null,
    measuredOn: null,
    createdAt: '2026-01-31T10:00:00.000Z',
    updatedAt: '2026-01-31T10:00:00.000Z',
  },
});

let sent: [name: string, input: Record<string, unknown>][];
let refusal: Error | undefined;
beforeEach(() => {
  sent = [];
  refusal = undefined;
  Object.assign(likes, { platform: null, kinds: null });
});
asAdmin(serve);

function serve(name: string, input: Record<string, unknown>) {
  sent.push([name, input]);
  if (name === 'admin.audit.list') return { items: [], nextCursor: null };
  if (name === 'admin.services.list') return { items: [likes], nextCursor: null, total: 3 };
  if (name === 'admin.services.previewMany') return previewOf(input.change as { target: unknown });
  if (name !== 'admin.services.update' || !refusal) return likes;
  const thrown = refusal;
  refusal = undefined;
  throw thrown;
}

function previewOf({ target }: { target: unknown }) {
  const items = [
    { id: 7, name: likes.name, target: target === 'as_read' ? proposeTarget(likes.name, '') : target },
    { id: 8, name: 'Traffic', target: target === 'as_read' ? { platform: 'twitch', kinds: null } : target },
  ];
  return { found: 3, changed: 2, items, previewHash: JSON.stringify(target) };
}

const lastOf = (name: string) => sent.filter(([each]) => each === name).at(-1)?.[1];
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const chosenKinds = () => {
  const group = within(screen.getByRole('group', { name: 'Kinds of link' }));
  return group.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked);
};

async function fillIn(name: string) {
  renderScreen(<AddServicePage />);
  await userEvent.type(field('Service Name'), name);
  await userEvent.type(field('Description'), 'Many.');
  await userEvent.selectOptions(field('Category'), 'instagram');
  await userEvent.type(field('Price'), '0.95');
  await userEvent.type(field('Min'), '10');
  await userEvent.type(field('Max'), '1000');
  await userEvent.type(field('Average Time (in hours)'), '2');
}

async function added() {
  await press('Add Service');
  await waitFor(() => expect(lastOf('admin.services.create')).toBeDefined());
  return lastOf('admin.services.create');
}

test('a new service takes what its name says, and the form says so; then the server reads the name', async () => {
  await fillIn('Instagram Likes');
  expect(field('Platform').value).toBe('instagram');
  expect(chosenKinds()).toHaveLength(3);
  expect(screen.getByText('As its name says, until you choose.')).toBeDefined();
  expect(screen.getByText(/Instagram, post or reel. Like https:\/\/www.instagram.com\/p\//)).toBeDefined();
  await userEvent.clear(field('Service Name'));
  await userEvent.type(field('Service Name'), 'TikTok Followers');
  expect(field('Platform').value).toBe('tiktok');
  const input = await added();
  expect(input).toMatchObject({ name: 'TikTok Followers' });
  expect(Object.keys(input ?? {})).not.toContain('platform');
  expect(Object.keys(input ?? {})).not.toContain('kinds');
});

test('what was chosen stays, and one press takes what the name says', async () => {
  await fillIn('Instagram Likes');
  await userEvent.selectOptions(field('Platform'), 'spotify');
  expect(chosenKinds()).toEqual([]);
  expect(screen.getByText('None chosen: every kind of the platform.')).toBeDefined();
  await userEvent.click(screen.getByLabelText('playlist'));
  await userEvent.type(field('Service Name'), ' 2');
  expect(field('Platform').value).toBe('spotify');
  expect(screen.getByText(/For: Spotify, playlist/)).toBeDefined();
  await press('As its name says: Instagram, post or reel');
  expect(field('Platform').value).toBe('instagram');
  await userEvent.click(screen.getByLabelText('reel'));
  expect(await added()).toMatchObject({ platform: 'instagram', kinds: ['post', 'video'] });
});

test('the kinds of the name in another order are what the name says', async () => {
  await fillIn('Instagram Story Views');
  expect(screen.getByText(/Instagram, story or profile/)).toBeDefined();
  await userEvent.click(screen.getByLabelText('story'));
  expect(screen.getByRole('button', { name: /^As its name says/ })).toBeDefined();
  await userEvent.click(screen.getByLabelText('story'));
  expect(screen.queryByRole('button', { name: /^As its name says/ })).toBeNull();
});

test('any link is a choice, too', async () => {
  await fillIn('Instagram Likes');
  await userEvent.selectOptions(field('Platform'), 'Any link');
  expect(screen.getByText(/any link\./)).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Kinds of link' })).toBeNull();
  expect(await added()).toMatchObject({ platform: null, kinds: null });
});

const changedAt = '2026-02-01T10:00:00.000Z';

/** Opens a service whose links another admin changes before the form is sent. */
async function openStored(changedTo: Partial<Service>) {
  refusal = new Refusal('service_changed', '', {
    changedTo: { ...likes, ...changedTo, updatedAt: changedAt } as never,
  });
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Update Instagram Likes' }));
  await screen.findByRole('dialog', { name: 'Update Service' });
}

test('a stored service keeps its links until they are chosen; those of another admin are displayed in words', async () => {
  await openStored({ platform: 'tiktok', kinds: ['post', 'live'] });
  expect(field('Platform').value).toBe('');
  await press(/^As its name says/);
  expect(field('Platform').value).toBe('instagram');
  await press('Update');
  expect(lastOf('admin.services.update')).toMatchObject({
    platform: 'instagram',
    kinds: ['post', 'reel', 'video'],
  });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Links that customers paste: nothing → “TikTok, post, live stream”, ');
  expect(notice.textContent).toContain('you typed “Instagram, post, reel, video”');
  await press('Update all the same');
  await waitFor(() =>
    expect(lastOf('admin.services.update')).toMatchObject({ platform: 'instagram', expectedUpdatedAt: changedAt }),
  );
});

test('a platform that was chosen does not get the kinds that another admin chose for another one', async () => {
  await openStored({ platform: 'instagram', kinds: ['story'] });
  await userEvent.selectOptions(field('Platform'), 'youtube');
  await press('Update');
  await screen.findByRole('alert');
  expect(field('Platform').value).toBe('youtube');
  expect(chosenKinds()).toEqual([]);
  await press('Update all the same');
  await waitFor(() => expect(lastOf('admin.services.update')).toMatchObject({ expectedUpdatedAt: changedAt }));
  expect(lastOf('admin.services.update')).toMatchObject({ platform: 'youtube', kinds: null });
});

test('kinds that the platform of a stored service does not have are shown as none and saved as none', async () => {
  likes.platform = 'threads';
  likes.kinds = ['channel', 'group'];
  renderScreen(<ManageServicesPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Update Instagram Likes' }));
  await screen.findByText('None chosen: every kind of the platform.');
  await press('Update');
  await waitFor(() => expect(lastOf('admin.services.update')).toMatchObject({ platform: 'threads', kinds: null }));
});

const choose = (label: string, words: string) => userEvent.selectOptions(screen.getByLabelText(label), words);

async function openChange() {
  renderScreen(<ManageServicesPage />, '/dashboard/manageServices?open=changeServices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Services' }));
  await choose('What to change', 'Links that it takes');
  return dialog;
}

const isPreviewed = (dialog: Awaited<ReturnType<typeof openChange>>) =>
  waitFor(() => expect(dialog.getByRole('region').parentElement?.getAttribute('aria-busy')).toBe('false'));

test('many services take what their names say, after a preview of each', async () => {
  const dialog = await openChange();
  await choose('Links', 'As their names say');
  await isPreviewed(dialog);
  const lines = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(['#7 Instagram LikesInstagram, post or reel', '#8 TrafficTwitch']);
  await userEvent.click(dialog.getByRole('button', { name: 'Change 2 services' }));
  await waitFor(() =>
    expect(lastOf('admin.services.changeMany')).toMatchObject({
      ...{ shelf: 'all', change: { kind: 'links', target: 'as_read' }, previewHash: '"as_read"' },
    }),
  );
});

test('many services take the links that are chosen', async () => {
  const dialog = await openChange();
  await choose('Links', 'These');
  await isPreviewed(dialog);
  expect(dialog.getAllByText('Any link')).toHaveLength(3);
  await choose('Platform', 'Telegram');
  await userEvent.click(screen.getByLabelText('channel'));
  await userEvent.click(screen.getByLabelText('invite link'));
  await isPreviewed(dialog);
  expect(dialog.getAllByText('Telegram, channel or invite link')).toHaveLength(2);
  await userEvent.click(dialog.getByRole('button', { name: 'Change 2 services' }));
  const target = { platform: 'telegram', kinds: ['channel', 'invite'] };
  await waitFor(() => expect(lastOf('admin.services.changeMany')).toMatchObject({ change: { kind: 'links', target } }));
});

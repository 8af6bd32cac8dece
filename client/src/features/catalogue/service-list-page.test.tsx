import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { withFactTexts } from '../../i18n/fact-texts.ts';
import { switchTo } from '../../i18n/switch-language.ts';
import { Refusal } from '../../testing/fake-server.ts';
import { aCategory, aService } from '../../testing/orders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import ServiceListPage from './service-list-page.tsx';

const shop = [
  aCategory('facebook', { name: 'Facebook', nameBn: 'ফেসবুক', count: 2 }),
  aCategory('instagram', { name: 'Instagram', nameBn: 'ইনস্টাগ্রাম', count: 5 }),
  aCategory('instagram-followers', { name: 'Followers', nameBn: 'ফলোয়ার', parent: 'instagram', count: 3 }),
  aCategory('instagram-likes', { name: 'Likes', nameBn: 'লাইক', parent: 'instagram', count: 2 }),
  aCategory('instagram-saves', { name: 'Saves', parent: 'instagram', count: 0 }),
  aCategory('spotify', { name: 'Spotify', count: 1 }),
];
/** Categories that were merged, by their old slugs, and the services that they lead to. */
const merged: Record<string, object> = {
  'ig-fans': { category: 'instagram-followers', top: 'instagram' },
  music: { category: 'spotify', top: 'spotify' },
};

let categories: typeof shop;
let service: ReturnType<typeof aService>;
let asked: Record<string, unknown>[];

beforeEach(() => {
  categories = shop;
  service = aService({ name: 'IG Followers [R30]', nameBn: 'আইজি ফলোয়ার' });
  asked = [];
  startSignedIn((name, input) => {
    if (name === 'services.categories') return categories;
    if (name === 'services.favourites') return [];
    if (name !== 'services.list') throw new Error(`the list has no business with ${name}`);
    const { category } = input;
    if (category === 'nothing') throw new Refusal('bad_input');
    asked.push(input);
    return { items: [{ ...service, ...merged[String(category)] }], nextCursor: null, total: 1 };
  });
});
afterEach(async () => {
  cleanup();
  await switchTo('en');
});

describe('categories', () => {
  test('tops are tabs with their numbers, and services are not counted twice', async () => {
    await open('/service');
    expect(await screen.findByRole('tab', { name: 'Spotify 1' })).toBeDefined();
    expect(tabs()).toEqual(['All8', 'Facebook2', 'Instagram5', 'Spotify1']);
    expect(chosenTab()).toBe('All8');
    expect(screen.queryByRole('navigation', { name: 'Kinds of service' })).toBeNull();
  });

  test('the first ten stand there until the categories have loaded', async () => {
    categories = [];
    await open('/service?category=tiktok');
    expect(tabs()).toHaveLength(11);
    expect(chosenTab()).toBe('TikTok');
  });

  test('a top has its kinds with services as links, which keep the rest of the URL', async () => {
    await open('/service?category=instagram&sort=name');
    expect(await kinds()).toEqual(['All5', 'Followers3', 'Likes2']);
    expect(asked.at(-1)).toMatchObject({ category: 'instagram', sort: 'name' });
    await userEvent.click(screen.getByRole('link', { name: 'Likes 2' }));
    await waitFor(() => expect(place()).toBe('/service?category=instagram-likes&sort=name'));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ category: 'instagram-likes' }));
    expect(chosenTab()).toBe('Instagram5');
    expect(chosenKind()).toBe('Likes2');
    await userEvent.click(screen.getByRole('link', { name: 'All 5' }));
    await waitFor(() => expect(place()).toBe('/service?category=instagram&sort=name'));
  });

  test('another tab leaves the kind', async () => {
    await open('/service?category=instagram-followers');
    await screen.findByRole('navigation', { name: 'Kinds of service' });
    await userEvent.click(screen.getByRole('tab', { name: 'Spotify 1' }));
    await waitFor(() => expect(place()).toBe('/service?category=spotify'));
    expect(screen.queryByRole('navigation', { name: 'Kinds of service' })).toBeNull();
  });

  test.each([
    ['ig-fans', 'Instagram5', 'Followers3'],
    ['music', 'Spotify1', undefined],
  ])('the old slug %s of a merged category shows its list, in %s', async (slug, tab, kind) => {
    await open(`/service?category=${slug}`);
    await waitFor(() => expect(chosenTab()).toBe(tab));
    if (kind !== undefined) expect(chosenKind()).toBe(kind);
    expect(place()).toBe(`/service?category=${slug}`);
  });

  test('a category that was never there shows all services', async () => {
    await open('/service?category=nothing&sort=name');
    await waitFor(() => expect(place()).toBe('/service?sort=name'));
    expect(asked.at(-1)).not.toHaveProperty('category');
  });
});

describe('facts', () => {
  test('are chips of a row, three of them at most', async () => {
    service = aService({
      refillDays: 30,
      facts: { startMinutes: 60, country: 'BD', speedPerDay: 5_000, drop: 'low', quality: ['real'], autoRefill: true },
    });
    await open('/service');
    expect(chips()).toEqual(['Refill 30 days', 'Starts within 1 h', 'Bangladesh']);
  });

  test('say a refill for a lifetime, and nothing about none', async () => {
    service = aService({ refillDays: 3650, facts: { startMinutes: 0, quality: ['hq', 'real'] } });
    await open('/service');
    expect(chips()).toEqual(['Lifetime refill', 'Instant start', 'High quality']);
    cleanup();
    service = aService({ id: 8 });
    await open('/service?sort=name');
    expect(screen.getByRole('listitem').querySelector('[data-part=badges]')).toBeNull();
  });

  test('filter the list by the URL, and are taken off one by one or all', async () => {
    await open('/service');
    expect(screen.queryByRole('combobox', { name: 'Any start' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'With or without refill' }), '30');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Any start' }), '6');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Any country' }), 'Bangladesh');
    await waitFor(() => expect(place()).toBe('/service?refill=30&start=6&country=BD'));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ refillDaysMin: 30, startsWithinHours: 6, country: 'BD' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter “Starts within 6 h”' }));
    await waitFor(() => expect(place()).toBe('/service?refill=30&country=BD'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(place()).toBe('/service'));
  });

  test('that the URL does not offer are ignored', async () => {
    await open('/service?refill=31&start=soon&country=Bangladesh');
    for (const fact of ['refillDaysMin', 'startsWithinHours', 'country']) expect(asked.at(-1)).not.toHaveProperty(fact);
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

test('a switch of the language shows the Bengali names of services, tops and kinds, and facts in Bengali', async () => {
  await withFactTexts(Promise.resolve());
  service = aService({ nameBn: 'পেজ লাইক', refillDays: 30, facts: { country: 'BD', speedPerDay: 5_000 } });
  await open('/service?category=instagram');
  expect(screen.getByRole('heading', { name: '#7 Page Likes' })).toBeDefined();
  await switchTo('bn');
  expect(await screen.findByRole('heading', { name: '#7 পেজ লাইক' })).toBeDefined();
  expect(chosenTab()).toContain('ইনস্টাগ্রাম');
  expect(screen.getByRole('link', { name: /ফলোয়ার/ })).toBeDefined();
  // Without a Bengali name.
  expect(screen.getByRole('tab', { name: /Spotify/ })).toBeDefined();
  expect(chips()).toEqual(['৩০ দিন রিফিল', 'বাংলাদেশ', expect.stringMatching(/^দিনে ৫\sহা$/)]);
});

async function open(at: string) {
  renderScreen(<ServiceListPage />, at);
  await screen.findByRole('listitem');
  if (categories.length > 0) await screen.findByRole('tab', { name: /Spotify/ });
}

const place = () => screen.getByTestId('place').textContent;
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const chosenTab = () => screen.getByRole('tab', { selected: true }).textContent;
const kindLinks = () => within(screen.getByRole('navigation', { name: 'Kinds of service' })).getAllByRole('link');
const kinds = async () => {
  await screen.findByRole('navigation', { name: 'Kinds of service' });
  return kindLinks().map(({ textContent }) => textContent);
};
const chosenKind = () => kindLinks().find((link) => link.getAttribute('aria-current') === 'true')?.textContent;
const chips = () =>
  [...screen.getByRole('listitem').querySelectorAll('[data-part=badges] > span')].map(({ textContent }) => textContent);

import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { languages } from '#shared/languages.ts';
import { App } from '../app/app.tsx';
import { putInReads, type Read } from '../app/rendered-page.ts';
import { appRoutes } from '../app/router.tsx';
import { switchTo } from '../i18n/switch-language.ts';
import { session } from '../lib/session.ts';
import { queryClient } from '../lib/trpc.ts';
import { stubBrowser } from '../testing/browser-stubs.ts';
import { stubServer } from '../testing/fake-server.ts';
import { aCategory, aService } from '../testing/orders.ts';
import { aUser } from '../testing/users.ts';
import { publicPages } from './public-pages.ts';
import { renderPage } from './render-page.tsx';

const service = aService({
  name: 'Likes & <followers>',
  nameBn: 'লাইক',
  description: 'From real profiles.',
  facts: { startMinutes: 0, speedPerDay: 5_000, country: 'TR', quality: ['real'] },
  refillDays: 30,
  totalSell: 3,
  measuredMinutes: 550,
  measuredOn: 12,
});
const notice = {
  id: 3,
  title: 'New prices',
  body: 'As every week.',
  level: 'info',
  kind: 'banner',
  dismissible: true,
  startsAt: service.createdAt,
  endsAt: null,
  updatedAt: service.updatedAt,
};
const categories = [
  aCategory('facebook', { name: 'Facebook', nameBn: 'ফেসবুক' }),
  aCategory('facebook-likes', { name: 'Likes', nameBn: 'লাইক', parent: 'facebook' }),
];
const page = { items: [service], total: 1, nextCursor: null };
const shop = { services: 1, completedOrders: 1900, medianMinutes: 42 };
const methodNames = { ratePaisa: 12_600, methods: [{ name: 'Bkash', logo: '/payments/bkash.svg' }] };
const pageTexts = { aboutText: '## Prices\n\n- low\n- **fair**', termsText: '- none', refundText: 'None.' };
const settings = { chatUrl: 'https://chat.example', supportEmail: null, videoUrls: [], passwordMinLength: 6 };

/** The data that the server would have read for a page's queries. */
function readsFor(asked: Read['queryKey'][]): Read[] {
  return asked.map((queryKey) => {
    const [path, { type }] = queryKey as [string[], { type: string }];
    const list = path[0] === 'notices' ? [notice] : page;
    const data = { list, public: settings, pageTexts, categories, shop, methodNames }[path[1] ?? ''];
    return { queryKey, data: type === 'infinite' ? { pages: [data], pageParams: [null] } : data };
  });
}

let root: Root;
beforeEach(() => {
  const answers: Record<string, unknown> = {
    'stats.shop': shop,
    'balance.methodNames': methodNames,
    'auth.me': { ...aUser(), balanceNanos: 0 },
    'balance.get': { balanceNanos: 0 },
    'notices.list': [notice],
    'services.categories': categories,
    'services.favourites': [],
    'services.list': page,
    'settings.pageTexts': pageTexts,
    'settings.public': settings,
  };
  stubServer((name) => answers[name] ?? {});
});
afterEach(async () => {
  follow(true);
  act(() => root.unmount());
  // Tabs query their content one frame after mounting, and would find the next page's with the same id.
  await new Promise(requestAnimationFrame);
  session.end('logout');
  localStorage.clear();
  queryClient.clear();
  document.body.innerHTML = '';
  await switchTo('en');
});

/** Hydrates a page's HTML. @returns React's hydration errors */
async function hydrate(path: string, html: string, reads: readonly Read[]): Promise<unknown[]> {
  document.body.innerHTML = `<div id="root">${html}</div>`;
  queryClient.clear();
  putInReads(reads);
  const problems: unknown[] = [];
  follow(false);
  document.documentElement.dataset.rendered = '';
  const app = (
    <App>
      <RouterProvider router={createMemoryRouter(appRoutes, { initialEntries: [path] })} />
    </App>
  );
  root = hydrateRoot(document.querySelector('#root') as HTMLElement, app, {
    onRecoverableError: (error) => problems.push(error),
  });
  await vi.waitFor(() => expect(document.documentElement.dataset.rendered).toBeUndefined());
  return problems;
}

/** Whether React expects all updates inside `act`; hydration is awaited instead, because parts of it come late. */
function follow(everything: boolean): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: everything });
}

describe.each(publicPages.map(({ path }) => path))('%s', (path) => {
  test.each(languages)('the first render in the browser equals the HTML, in %s', async (language) => {
    stubBrowser(() => false);
    const reads = readsFor((await renderPage(path, language, [])).asked);
    const { root: html, title, description } = await renderPage(path, language, reads);
    expect([title, description].every((words) => words.length > 10)).toBe(true);
    expect(html).toContain('New prices');
    expect(await hydrate(path, html, reads)).toEqual([]);
  });

  test.each(languages)('also without data, which the server may read too late, in %s', async (language) => {
    stubBrowser(() => false);
    const { root: html } = await renderPage(path, language, []);
    expect(await hydrate(path, html, [])).toEqual([]);
    const inCache = () => queryClient.getQueryData([['settings', 'public'], { type: 'query' }]);
    await vi.waitFor(() => expect(inCache()).toEqual(settings));
  });

  test('also with browser state: a session, a wide screen, the dark theme, a dismissed notice', async () => {
    stubBrowser(() => true);
    const reads = readsFor((await renderPage(path, 'en', [])).asked);
    const { root: html } = await renderPage(path, 'en', reads);
    session.start({ user: aUser(), tokens: { accessToken: 'token' } });
    localStorage.setItem('put-away-notices', JSON.stringify({ 3: notice.updatedAt }));
    document.documentElement.dataset.theme = 'black';
    expect(await hydrate(path, html, reads)).toEqual([]);
    await vi.waitFor(() => expect(document.body.textContent).not.toContain('New prices'));
    expect(document.querySelector('header')?.textContent).not.toContain('Login');
    delete document.documentElement.dataset.theme;
  });
});

describe('late parts of the home page', () => {
  const question = 'Is there an extra fee?';

  test('are in its HTML, and stay in place in the browser', async () => {
    stubBrowser(() => true);
    const reads = readsFor((await renderPage('/', 'en', [])).asked);
    const { root: html } = await renderPage('/', 'en', reads);
    for (const text of ['1,900+', '42 min', 'Bkash', '৳126.00', question]) expect(html).toContain(text);
    await hydrate('/', html, reads);
    const details = [...document.querySelectorAll('details')].find(({ textContent }) => textContent.includes(question));
    await switchTo('bn');
    await vi.waitFor(() => expect(document.body.textContent).toContain('বাড়তি কোনো ফি আছে?'));
    expect(details?.isConnected).toBe(false);
    expect(document.body.textContent).not.toContain(question);
  });
});

import { useStore } from '@nanostores/react';
import { type ComponentType, createElement } from 'react';
import { matchPath } from 'react-router-dom';
import { readOverview } from '../features/dashboard/overview-page-reads.ts';
import type { pageTexts } from '../i18n/en/shell.ts';
import { withFactTexts } from '../i18n/fact-texts.ts';
import { $language } from '../i18n/language.ts';
import { withAdminTexts } from '../i18n/switch-language.ts';
import { lazyWithPreload } from '../lib/lazy-with-preload.tsx';
import { useRouteMeta } from '../lib/page-meta.ts';
import { adminPaths, customerPaths, paths } from '../lib/paths.ts';
import { onPrefetch } from '../lib/prefetch.ts';
import { session } from '../lib/session.ts';
import type { PageRow } from './page-table.ts';
import { withPlaces } from './with-places.ts';

type PageText = keyof (typeof pageTexts)['english'];

export interface AppRoute {
  path: string;
  /** Of a page for visitors; the tables have the others. */
  title?: PageText | undefined;
  description?: PageText | undefined;
  /** Who may open the page: anybody, signed-in users, or admins. */
  access: 'public' | 'login' | 'admin';
  /** The layout: only the top bar, or the top bar and the dashboard's sidebar. */
  shell: 'site' | 'dashboard';
  Page: ComponentType;
  load: () => Promise<unknown>;
  /** Fetches the page's data in parallel with its code. */
  read?: () => void;
}

type PageModule = () => Promise<{ default: ComponentType }>;

const authPage: PageModule = () => import('../features/auth/auth-page.tsx');
const noticesPage: PageModule = () => import('../features/notices/notices-page.tsx');
const serviceListPage: PageModule = () => withFactTexts(import('../features/catalogue/service-list-page.tsx'));

/**
 * Every page. Each is a chunk of its own, fetched when a link to it is hovered or focused. Those of signed-in users are in the tables
 * `signed-in-pages.ts` and `admin-pages.ts`, which visitors do not load.
 */
export const routes: readonly AppRoute[] = [
  visitor(paths.home, 'home', () => import('../features/home/home-page.tsx'), 'homeAbout'),
  visitor(paths.services, 'services', serviceListPage, 'servicesAbout'),
  visitor(paths.servicesAlias, 'services', serviceListPage),
  visitor(paths.about, 'about', () => import('../features/about/about-page.tsx'), 'aboutAbout'),
  visitor(
    paths.developers,
    'developers',
    () => import('../features/developers/developers-page.tsx'),
    'developersAbout',
  ),
  visitor(paths.register, 'register', authPage, 'registerAbout'),
  visitor(paths.login, 'login', authPage),
  visitor(paths.resetPassword, 'resetPassword', () => import('../features/auth/reset-password-page.tsx')),
  visitor(paths.confirmEmail, 'confirmEmail', () => import('../features/auth/confirm-email-page.tsx')),
  visitor(paths.notMe, 'notMe', () => import('../features/auth/not-me-page.tsx')),
  visitor(paths.notices, 'notices', noticesPage, 'noticesAbout'),
  ...(Object.keys(customerPaths) as (keyof typeof customerPaths)[]).map(customer),
  ...(Object.keys(adminPaths) as (keyof typeof adminPaths)[]).map(admin),
];

/** With the places of an admin, so that the menus have all of them at once. */
const dashboardShell = lazyWithPreload(() => withPlaces(import('./dashboard-shell.tsx')));
/** Visitors do not load the sidebar. */
export const DashboardShell = dashboardShell.Part;

/** Prefetches the data of a page for a signed-in user. */
export function readPageFirst(pathname: string): void {
  if (session.accessToken()) routeAt(pathname)?.read?.();
}

onPrefetch((pathname) => {
  const route = routeAt(pathname);
  return Promise.all([route?.load(), route?.shell === 'dashboard' && dashboardShell.load()]);
});

function routeAt(pathname: string): AppRoute | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

function visitor(path: string, title: PageText | undefined, importPage: PageModule, description?: PageText): AppRoute {
  const { Part, load } = lazyWithPreload(importPage, path === paths.home);
  return { path, title, description, access: 'public', shell: 'site', Page: Part, load };
}

function inDashboard(route: AppRoute): AppRoute {
  return { ...route, access: 'login', shell: 'dashboard' };
}

function customer(page: keyof typeof customerPaths): AppRoute {
  const load: PageModule = async () => titled((await import('./signed-in-pages.ts')).signedInPages[page]);
  return {
    ...inDashboard(visitor(paths[page], undefined, load)),
    ...((page === 'profile' || page === 'payment') && { shell: 'site' }),
    ...(page === 'dashboard' && { read: readOverview }),
  };
}

function admin(page: keyof typeof adminPaths): AppRoute {
  const load: PageModule = () =>
    withAdminTexts(import('./admin-pages.ts').then(({ adminPages }) => titled(adminPages[page])));
  return { ...inDashboard(visitor(paths[page], undefined, load)), access: 'admin' };
}

/** Loads the component of a page of a table, which sets the document's title. */
async function titled({ load, name, title = name }: PageRow): Promise<{ default: ComponentType }> {
  const { default: Page } = await load();
  return {
    default: function TitledPage() {
      useRouteMeta(title[useStore($language)]);
      return createElement(Page);
    },
  };
}

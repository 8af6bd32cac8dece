import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { LuFileText, LuHouse, LuInfo, LuListChecks, LuMegaphone } from 'react-icons/lu';
import { paths } from '../../lib/paths.ts';
import { session, useSession } from '../../lib/session.ts';
import type { MenuEntry, PageRow } from '../page-table.tsx';
import { signedInPages } from '../signed-in-pages.ts';

/** A page in the menus. */
export interface Place extends MenuEntry {
  to: string;
}

const services = { name: { en: 'Services', bn: 'সার্ভিস' }, icon: LuListChecks };
const home: Place = { to: paths.home, name: { en: 'Home', bn: 'হোম' }, icon: LuHouse, outside: true };
const publicPages: readonly Place[] = [
  { to: paths.about, name: { en: 'About', bn: 'পরিচিতি' }, icon: LuInfo, outside: true },
  { to: paths.developers, name: { en: 'Developers', bn: 'ডেভেলপার' }, icon: LuFileText, outside: true },
];

const [dashboard, ...ownPages] = placesIn(signedInPages);
const outsidePages = ownPages.filter(({ outside }) => outside);

const ofCustomers: readonly Place[] = [
  ...(dashboard ? [dashboard] : []),
  { to: paths.dashboardServices, ...services, also: [paths.services, paths.servicesAlias] },
  ...ownPages.filter(({ outside }) => !outside),
  { to: paths.dashboardNotices, name: { en: 'Notices', bn: 'নোটিশ' }, icon: LuMegaphone, also: [paths.notices] },
  home,
  ...outsidePages,
  ...publicPages,
];

const ofAdmins = (pages: readonly Place[]): readonly Place[] => [
  ...(dashboard ? [dashboard] : []),
  ...pages,
  home,
  { to: paths.services, ...services, also: [paths.servicesAlias, paths.dashboardServices], outside: true },
  ...outsidePages,
  ...publicPages,
];

/** The places in the bottom bar; the others are under "More". */
const barOfCustomers: readonly string[] = [paths.home, paths.dashboardServices, paths.orderHistory, paths.addBalance];
const barOfAdmins: readonly string[] = [paths.dashboard, paths.manageOrders, paths.manageRecharges, paths.manageUsers];

/** The places of admins, once they have loaded. */
const $ofAdmins = atom(ofAdmins([]));

/** Loads the places of the signed-in user. Menus that wait for it have all of them at once. */
export async function loadPlaces(): Promise<void> {
  if (session.get().user?.role !== 'admin') return;
  const { adminPages } = await import('../admin-pages.ts');
  $ofAdmins.set(ofAdmins(placesIn(adminPages)));
}

/** The places of the signed-in user: all of them, those in the bottom bar, and the rest for "More". */
export function usePlaces(): { all: readonly Place[]; bar: readonly Place[]; more: readonly Place[] } {
  const { isAdmin, mustEnroll } = useSession();
  const adminPlaces = useStore($ofAdmins);
  useEffect(() => {
    if (isAdmin) void loadPlaces().catch(() => undefined);
  }, [isAdmin]);
  const places = isAdmin ? adminPlaces : ofCustomers;
  const all = mustEnroll ? places.filter(({ to }) => to === paths.dashboardProfile) : places;
  const inBar = isAdmin ? barOfAdmins : barOfCustomers;
  const bar = mustEnroll ? all : inBar.flatMap((path) => all.find(({ to }) => to === path) ?? []);
  return { all, bar, more: all.filter((place) => !bar.includes(place)) };
}

/** Whether the page at this address is part of a place. */
export function isAt({ to, also = [] }: Place, pathname: string): boolean {
  return to === pathname || also.some((path) => (path.endsWith('/') ? pathname.startsWith(path) : path === pathname));
}

/** The pages of a table that are in the menus. */
function placesIn<Name extends keyof typeof paths>(pages: Record<Name, PageRow>): Place[] {
  const rows = Object.entries(pages) as [Name, PageRow][];
  return rows.flatMap(([page, { icon, ...row }]) => (icon ? { ...row, icon, to: paths[page] } : []));
}

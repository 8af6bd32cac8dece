import { useStore } from '@nanostores/react';
import { map } from 'nanostores';
import { useEffect } from 'react';
import { LuFileText, LuHouse, LuInfo, LuListChecks, LuMegaphone } from 'react-icons/lu';
import { paths } from '../../lib/paths.ts';
import { session, useSession } from '../../lib/session.ts';
import type { MenuEntry, PageRow } from '../page-table.tsx';

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

function ofCustomers([dashboard, ...own]: readonly Place[]): readonly Place[] {
  return [
    ...(dashboard ? [dashboard] : []),
    { to: paths.dashboardServices, ...services, also: [paths.services, paths.servicesAlias] },
    ...own.filter(({ outside }) => !outside),
    { to: paths.dashboardNotices, name: { en: 'Notices', bn: 'নোটিশ' }, icon: LuMegaphone, also: [paths.notices] },
    home,
    ...own.filter(({ outside }) => outside),
    ...publicPages,
  ];
}

function ofAdmins([dashboard, ...own]: readonly Place[], pages: readonly Place[]): readonly Place[] {
  return [
    ...(dashboard ? [dashboard] : []),
    ...pages,
    home,
    { to: paths.services, ...services, also: [paths.servicesAlias, paths.dashboardServices], outside: true },
    ...own.filter(({ outside }) => outside),
    ...publicPages,
  ];
}

/** The places in the bottom bar; the others are under "More". */
const barOfCustomers: readonly string[] = [paths.home, paths.dashboardServices, paths.orderHistory, paths.addBalance];
const barOfAdmins: readonly string[] = [paths.dashboard, paths.manageOrders, paths.manageRecharges, paths.manageUsers];

/** The places by role, once they have loaded. */
const $places = map<Record<'user' | 'admin', readonly Place[]>>({ user: [], admin: [] });

/** Loads the places of the signed-in user. Menus that wait for it have all of them at once. */
export async function loadPlaces(): Promise<void> {
  const own = placesIn((await import('../signed-in-pages.ts')).signedInPages);
  if (session.get().user?.role === 'admin') {
    const { adminPages } = await import('../admin-pages.ts');
    $places.setKey('admin', ofAdmins(own, placesIn(adminPages)));
  } else {
    $places.setKey('user', ofCustomers(own));
  }
}

/** The places of the signed-in user: all of them, those in the bottom bar, and the rest for "More". */
export function usePlaces(): { all: readonly Place[]; bar: readonly Place[]; more: readonly Place[] } {
  const { isAdmin, mustEnroll } = useSession();
  const places = useStore($places)[isAdmin ? 'admin' : 'user'];
  useEffect(() => {
    if (places.length === 0) void loadPlaces().catch(() => undefined);
  }, [places]);
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

import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';
import { LuFileText, LuHouse, LuInfo, LuKeyRound, LuLayoutDashboard, LuListChecks, LuUser } from 'react-icons/lu';
import { paths } from '../../lib/paths.ts';
import { session, useSession } from '../../lib/session.ts';
import type { MenuEntry, PageRow } from '../page-table.ts';

/** A page in the menus. */
export interface Place extends MenuEntry {
  to: string;
}

/** The pages that every role has, apart from the dashboard's own. */
const everybodys: readonly Place[] = [
  {
    to: paths.dashboardProfile,
    name: { en: 'Profile', bn: 'প্রোফাইল' },
    icon: LuUser,
    also: [paths.profile, paths.keys, paths.webhooks],
    outside: true,
  },
  { to: paths.keys, name: { en: 'API Keys', bn: 'API কী' }, icon: LuKeyRound, outside: true },
  { to: paths.about, name: { en: 'About', bn: 'পরিচিতি' }, icon: LuInfo, outside: true },
  { to: paths.developers, name: { en: 'Developers', bn: 'ডেভেলপার' }, icon: LuFileText, outside: true },
];
const home: Place = { to: paths.home, name: { en: 'Home', bn: 'হোম' }, icon: LuHouse, outside: true };
const dashboard = { to: paths.dashboard, name: { en: 'Dashboard', bn: 'ড্যাশবোর্ড' }, icon: LuLayoutDashboard };
/** Admins look at it as customers do. */
const services: Place = {
  to: paths.services,
  name: { en: 'Services', bn: 'সার্ভিস' },
  icon: LuListChecks,
  also: [paths.servicesAlias, paths.dashboardServices],
  outside: true,
};

/** The places in the bottom bar; the others are under "More". */
const barOfCustomers: readonly string[] = [paths.home, paths.dashboardServices, paths.orderHistory, paths.addBalance];
const barOfAdmins: readonly string[] = [paths.dashboard, paths.manageOrders, paths.manageRecharges, paths.manageUsers];

/** The places of the dashboard's own pages by role, once they have loaded. */
const $own = atom<Partial<Record<'user' | 'admin', readonly Place[]>>>({});

/** Loads the places of the signed-in user. Menus that wait for it have all of them at once. */
export async function loadPlaces(): Promise<void> {
  const own =
    session.get().user?.role === 'admin'
      ? { admin: placesIn((await import('../admin-pages.ts')).adminPages) }
      : { user: placesIn((await import('../signed-in-pages.ts')).signedInPages) };
  $own.set({ ...$own.get(), ...own });
}

/** The places of the signed-in user: all of them, those in the bottom bar, and the rest for "More". */
export function usePlaces(): { all: readonly Place[]; bar: readonly Place[]; more: readonly Place[] } {
  const { isAdmin, mustEnroll } = useSession();
  const own = useStore($own)[isAdmin ? 'admin' : 'user'];
  useEffect(() => {
    if (!own) void loadPlaces().catch(() => undefined);
  }, [own]);
  const places = [dashboard, ...(own ?? []), home, ...(isAdmin ? [services] : []), ...everybodys];
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

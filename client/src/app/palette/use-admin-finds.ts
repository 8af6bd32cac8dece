import { keepPreviousData } from '@tanstack/react-query';
import {
  LuBadgeDollarSign,
  LuBan,
  LuCalendarDays,
  LuCoins,
  LuPackage,
  LuPercent,
  LuSettings,
  LuShield,
  LuUpload,
  LuUser,
} from 'react-icons/lu';
import { formatAmount, formatPrice } from '#shared/money.ts';
import { numbered } from '../../components/service-name.tsx';
import { GIVE_BALANCE, managedRechargePath, paths, servicesTaskPath, userPath } from '../../lib/paths.ts';
import { settingsPath } from '../../lib/settings-sections.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Find } from './find.ts';

/** The text in the field while the palette asks for the user who gets balance. */
const GIVING = 'Give balance to ';
const giving = /^give(?:\s+balance)?(?:\s+to)?(?:\s+(.+))?$/i;

/** They never move money or change anything: each opens a page, or continues the search. */
const actions: readonly Find[] = [
  { to: 'ask:giveBalance', fill: GIVING, label: 'Give balance to…', icon: LuCoins },
  { to: `${paths.manageUsers}?status=blocked`, label: 'See blocked users', icon: LuBan },
  { to: `${paths.manageUsers}?status=admins`, label: 'See admins', icon: LuShield },
  { to: servicesTaskPath('import'), label: 'Import services from a file', icon: LuUpload },
  { to: servicesTaskPath('changePrices'), label: 'Change prices', icon: LuPercent },
  { to: `${paths.dashboard}?range=today`, label: 'Money of today', icon: LuCalendarDays },
  { to: `${paths.dashboard}?range=7`, label: 'Money of the last 7 days', icon: LuCalendarDays },
  { to: `${paths.dashboard}?range=custom`, label: 'Money from one day to another', icon: LuCalendarDays },
];

/** By their titles on the settings page. */
const sections: readonly Find[] = (
  [
    ['shop', 'Shop name, logo and colour'],
    ['home', 'Texts of the home page'],
    ['pages', 'About, terms and refund policy'],
    ['methods', 'Payment methods'],
    ['rate', 'Rate and fee'],
    ['links', 'Links and videos'],
    ['figures', 'Figures'],
    ['timeZone', 'Time zone'],
  ] as const
).map(([section, label]) => ({ to: settingsPath(section), label, icon: LuSettings }));

interface AdminFinds {
  actions: Find[];
  sections: Find[];
  users: Find[];
  recharges: Find[];
  services: Find[];
  queries: { isFetching: boolean; isError: boolean }[];
}

/** Two sections with the same path are listed once. */
function isFirstOfAddress({ to }: Find, at: number, finds: readonly Find[]): boolean {
  return finds.findIndex((find) => find.to === to) === at;
}

/** The user in a search such as "give karim"; undefined for any other text. */
export function receiverIn(typed: string): string | undefined {
  return giving.exec(typed)?.[1];
}

/**
 * Results for admins only: actions and settings by name, users, recharges by transaction ID or customer, and services including hidden
 * ones. A search "give …" finds users and opens Give Balance.
 * @param search the search sent to the server; undefined for none, for example for customers
 */
export function useAdminFinds(typed: string, search: string | undefined, limit: number): AdminFinds {
  const wanted = typed.trim().toLowerCase();
  const receiver = search === undefined ? undefined : receiverIn(search);
  const asked = (isAsked: boolean) => ({ enabled: isAsked, placeholderData: keepPreviousData }) as const;
  const users = trpc.admin.users.list.useQuery({ search: receiver ?? search, limit }, asked(search !== undefined));
  const wantsThings = search !== undefined && receiver === undefined;
  const recharges = trpc.admin.recharges.list.useQuery({ search, limit }, asked(wantsThings));
  // All services: admins often search for hidden ones.
  const services = trpc.admin.services.list.useQuery({ search, limit }, asked(wantsThings));
  const isNamed = ({ label }: Find) => wanted !== '' && label.toLowerCase().includes(wanted);
  return {
    actions: actions.filter((action) => isNamed(action) || (action.fill === GIVING && wanted.startsWith('give'))),
    sections: sections.filter(isNamed),
    users:
      search === undefined
        ? []
        : (users.data?.items ?? []).map(({ id, userName, name, email }) => ({
            to: userPath(id, receiver === undefined ? undefined : GIVE_BALANCE),
            label: receiver === undefined ? `${name} @${userName}` : `Give balance to ${name} @${userName}`,
            detail: email,
            icon: receiver === undefined ? LuUser : LuCoins,
          })),
    recharges: wantsThings
      ? (recharges.data?.items ?? []).map(({ id, reference, amountNanos, user }) => ({
          to: managedRechargePath(id),
          label: reference,
          detail: `#${id} · ${formatAmount(amountNanos)} · ${user.name}`,
          icon: LuBadgeDollarSign,
        }))
      : [],
    services: wantsThings
      ? (services.data?.items ?? [])
          .map(({ id, name, priceMicros, hidden }) => ({
            to: `${paths.manageServices}?q=${encodeURIComponent(name)}`,
            label: numbered({ id, name }),
            detail: `${formatPrice(priceMicros)} per 1000${hidden ? ' · hidden' : ''}`,
            icon: LuPackage,
          }))
          .filter(isFirstOfAddress)
      : [],
    queries: [users, recharges, services],
  };
}

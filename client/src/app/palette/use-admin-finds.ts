import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import {
  LuBadgeDollarSign,
  LuBan,
  LuCalendarDays,
  LuCoins,
  LuListChecks,
  LuPackage,
  LuPercent,
  LuSettings,
  LuShield,
  LuUpload,
  LuUser,
} from 'react-icons/lu';
import { numbered } from '../../components/service-name.tsx';
import { findsTexts } from '../../i18n/en/admin/finds.ts';
import { formatAmount, formatPrice } from '../../lib/money.ts';
import { GIVE_BALANCE, managedRechargePath, paths, servicesTaskPath, userPath } from '../../lib/paths.ts';
import { settingsPath } from '../../lib/settings-sections.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Find } from './find.ts';

/** In English also in other languages, as the names of pages are. */
const giving = /^give(?:\s+balance)?(?:\s+to)?(?:\s+(.+))?$/i;

type FindText = Exclude<
  keyof (typeof findsTexts)['english'],
  'giveBalanceTo' | 'hidden' | 'perPackage' | 'perThousand'
>;

/** They never move money or change anything: each opens a page, or continues the search. */
const actions: readonly (Omit<Find, 'label'> & { label: FindText })[] = [
  { to: 'ask:giveBalance', label: 'giveBalance', icon: LuCoins },
  { to: `${paths.manageUsers}?status=blocked`, label: 'blockedUsers', icon: LuBan },
  { to: `${paths.manageUsers}?status=admins`, label: 'admins', icon: LuShield },
  { to: servicesTaskPath('import'), label: 'importServices', icon: LuUpload },
  { to: servicesTaskPath('changePrices'), label: 'changePrices', icon: LuPercent },
  { to: servicesTaskPath('changeServices'), label: 'changeServices', icon: LuListChecks },
  { to: `${paths.dashboard}?range=today`, label: 'moneyToday', icon: LuCalendarDays },
  { to: `${paths.dashboard}?range=7`, label: 'moneyOfWeek', icon: LuCalendarDays },
  { to: `${paths.dashboard}?range=custom`, label: 'moneyOfDays', icon: LuCalendarDays },
];

/** The sections of the settings page that are found by their contents. */
const sections = ['shop', 'home', 'pages', 'methods', 'rate', 'links', 'figures', 'timeZone'] as const;

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
  const { giveTo } = findsTexts.get();
  const named = typed.toLowerCase().startsWith(giveTo.toLowerCase()) ? typed.slice(giveTo.length).trim() : '';
  return named || giving.exec(typed)?.[1];
}

/**
 * Results for admins only: actions and settings by name, users, recharges by transaction ID or customer, and services including hidden
 * ones. A search "give …" finds users and opens Give Balance.
 * @param search the search sent to the server; undefined for none, for example for customers
 */
export function useAdminFinds(typed: string, search: string | undefined, limit: number): AdminFinds {
  const t = useStore(findsTexts);
  const wanted = typed.trim().toLowerCase();
  const receiver = search === undefined ? undefined : receiverIn(search);
  const asked = (isAsked: boolean) => ({ enabled: isAsked, placeholderData: keepPreviousData }) as const;
  const users = trpc.admin.users.list.useQuery({ search: receiver ?? search, limit }, asked(search !== undefined));
  const wantsThings = search !== undefined && receiver === undefined;
  const recharges = trpc.admin.recharges.list.useQuery({ search, limit }, asked(wantsThings));
  // All services: admins often search for hidden ones.
  const services = trpc.admin.services.list.useQuery({ search, limit }, asked(wantsThings));
  /** By its name in the current language or in English. */
  const isNamed = ({ label }: { label: FindText }) =>
    wanted !== '' && [t[label], findsTexts.english[label]].some((name) => name.toLowerCase().includes(wanted));
  const isGiving = (to: string) => to === 'ask:giveBalance';
  return {
    actions: actions
      .filter((action) => isNamed(action) || (isGiving(action.to) && wanted.startsWith('give')))
      .map(({ to, label, icon }) => ({ to, label: t[label], icon, ...(isGiving(to) && { fill: t.giveTo }) })),
    sections: sections
      .filter((label) => isNamed({ label }))
      .map((section) => ({ to: settingsPath(section), label: t[section], icon: LuSettings })),
    users:
      search === undefined
        ? []
        : (users.data?.items ?? []).map(({ id, userName, name, email }) => ({
            to: userPath(id, receiver === undefined ? undefined : GIVE_BALANCE),
            label: receiver === undefined ? `${name} @${userName}` : t.giveBalanceTo({ user: `${name} @${userName}` }),
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
          .map(({ id, name, priceMicros, per, hidden }) => ({
            to: `${paths.manageServices}?q=${encodeURIComponent(name)}`,
            label: numbered({ id, name }),
            detail: [
              (per === 1 ? t.perPackage : t.perThousand)({ price: formatPrice(priceMicros) }),
              ...(hidden ? [t.hidden] : []),
            ].join(' · '),
            icon: LuPackage,
          }))
          .filter(isFirstOfAddress)
      : [],
    queries: [users, recharges, services],
  };
}

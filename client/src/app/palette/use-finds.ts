import { useStore } from '@nanostores/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LuLayoutGrid, LuPackage, LuReceiptText } from 'react-icons/lu';
import { numbered } from '../../components/service-name.tsx';
import { catalogueTexts } from '../../i18n/en/catalogue.ts';
import { paletteTexts } from '../../i18n/en/palette.ts';
import { $language } from '../../i18n/language.ts';
import { localName } from '../../lib/local-name.ts';
import { formatPrice } from '../../lib/money.ts';
import { orderedService } from '../../lib/ordered-service.ts';
import { categoryPath, managedOrderPath, orderPath, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { usePlaces } from '../navigation/places.ts';
import type { Find } from './find.ts';
import { receiverIn, useAdminFinds } from './use-admin-finds.ts';

const DEBOUNCE_MS = 200;
/** Per kind; the lists have more. */
const limit = 5;

/** Everybody's orders have the stored name only. */
type FoundOrder = Outputs['admin']['orders']['list']['items'][number] | Outputs['orders']['list']['items'][number];

interface Finds {
  groups: { title: string; finds: Find[] }[];
  isSearching: boolean;
  hasFailed: boolean;
}

/** The results of a search: pages at once, and from the server services, orders, and for an admin users. */
export function useFinds(typed: string): Finds {
  const t = useStore(paletteTexts);
  const { isAdmin } = useSession();
  const settled = useSettled(typed.trim());
  const search = settled.length > 1 || /^\d$/.test(settled) ? settled : undefined;
  const input = { search, limit };
  /** A search "give …" finds only users. */
  const isGiving = isAdmin && search !== undefined && receiverIn(search) !== undefined;

  /** Earlier results stay until new ones arrive. */
  const askedOf = (isTheirs: boolean) =>
    ({ enabled: isTheirs && search !== undefined && !isGiving, placeholderData: keepPreviousData }) as const;

  const pages = usePages(typed);
  const { category: categoriesTitle } = useStore(catalogueTexts);
  const categories = useCategories(isAdmin ? '' : typed);
  const services = trpc.services.list.useQuery(input, askedOf(!isAdmin));
  const orders = trpc.orders.list.useQuery(input, askedOf(!isAdmin));
  const everyOrder = trpc.admin.orders.list.useQuery(input, askedOf(isAdmin));
  const forAdmins = useAdminFinds(isAdmin ? typed : '', isAdmin ? search : undefined, limit);
  const all = [services, orders, everyOrder, ...forAdmins.queries];
  const of = <Item>(query: { data?: { items: Item[] } | undefined }) =>
    search === undefined || isGiving ? [] : (query.data?.items ?? []);

  return {
    groups: [
      { title: t.pages, finds: pages },
      { title: t.actions, finds: forAdmins.actions },
      { title: t.users, finds: forAdmins.users },
      {
        title: t.orders,
        finds: isAdmin
          ? of(everyOrder).map((order) => orderFind(order, managedOrderPath(order.id)))
          : of(orders).map((order) => orderFind(order, orderPath(order.id))),
      },
      {
        title: t.services,
        finds: isAdmin
          ? forAdmins.services
          : of(services).map(({ id, name, nameBn, priceMicros, per }) => ({
              to: `${paths.services}?order=${id}`,
              label: numbered({ id, name, nameBn }),
              detail: (per === 1 ? t.perPackage : t.perThousand)({ price: formatPrice(priceMicros) }),
              icon: LuPackage,
            })),
      },
      { title: categoriesTitle, finds: categories },
      { title: t.recharges, finds: forAdmins.recharges },
      { title: t.settings, finds: forAdmins.sections },
    ].filter(({ finds }) => finds.length > 0),
    isSearching: typed.trim() !== settled || all.some(({ isFetching }) => isFetching),
    hasFailed: search !== undefined && all.some(({ isError }) => isError),
  };

  function orderFind(order: FoundOrder, to: string): Find {
    const detail = `${numbered(orderedService(order))} · ${order.link}`;
    return { to, label: t.orderNumber({ id: String(order.id) }), detail, icon: LuReceiptText };
  }
}

/** Pages by their names, in the current language or in English. */
function usePages(typed: string): Find[] {
  const language = useStore($language);
  const wanted = typed.trim().toLowerCase();
  return usePlaces()
    .all.filter(({ name }) => [name[language], name.en].some((each) => each.toLowerCase().includes(wanted)))
    .map(({ to, name, icon }) => ({ to, label: name[language], icon }));
}

/** Tops and kinds of the catalogue, for customers, by their names, in the current language or in English. */
function useCategories(typed: string): Find[] {
  const wanted = typed.trim().toLowerCase();
  const enabled = wanted !== '';
  const { data = [] } = trpc.services.categories.useQuery(undefined, { enabled, staleTime: 60_000 });
  if (!enabled) return [];
  return data
    .filter(({ count }) => count > 0)
    .map((row) => {
      const top = data.find(({ category }) => category === row.parent);
      const [label, english] = [localName, ({ name }: typeof row) => name].map((nameOf) =>
        top ? `${nameOf(top)} ${nameOf(row)}` : nameOf(row),
      ) as [string, string];
      return { to: categoryPath(row.category), label, english };
    })
    .filter(({ label, english }) => [label, english].some((name) => name.toLowerCase().includes(wanted)))
    .slice(0, limit)
    .map(({ to, label }) => ({ to, label, icon: LuLayoutGrid }));
}

/** The typed text, once typing pauses. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

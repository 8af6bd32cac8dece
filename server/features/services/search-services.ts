import { and, eq, gte, ilike, inArray, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { favourites } from '#db/schema/favourites.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import type { ServiceShelf } from '#shared/admin-services.ts';
import { parsePrice } from '#shared/money.ts';
import { ruleOf, serviceTypes } from '#shared/service-types.ts';
import type { FactFilter } from '#shared/services.ts';
import { MAX_QUANTITY } from '#shared/services.ts';
import type { Within } from '../../base/lists/categories.ts';
import { idsFound } from '../../base/lists/search-arms.ts';
import { containing, idIn, idsIn } from '../../base/lists/search-text.ts';
import { inBengaliSpellings, isBengali, withEnglishNames } from './bengali-names.ts';

export interface ServiceFilter extends FactFilter {
  within?: Within | undefined;
  search?: string | undefined;
  /** Only these, instead of a search. */
  ids?: readonly number[] | undefined;
  /** Only the favourites of this user. */
  favouritesOf?: number | undefined;
  /** Only services whose orders need no comments. */
  withoutComments?: boolean | undefined;
  /** Only admins select another one than the services on sale. */
  shelf?: ServiceShelf | undefined;
}

/** The condition of a list; services on sale by default. */
export function serviceFilter({
  within,
  search,
  ids,
  favouritesOf,
  withoutComments,
  shelf,
  ...facts
}: ServiceFilter): SQL | undefined {
  const onShelf = shelves[shelf ?? 'offered'];
  return and(
    onShelf,
    isWithin(within),
    ...factConditions(facts),
    search
      ? sql`${services.id} = any(array${idsFound(services.id, { ways: [...waysToFind(search), ...waysOfAdmins(search, shelf)], filter: onShelf })})`
      : undefined,
    ids && sql`${services.id} = any(${sql.param(ids)}::bigint[])`,
    favouritesOf === undefined ? undefined : inArray(services.id, idsOfFavourites(favouritesOf)),
    withoutComments ? notInArray(services.type, TYPES_WITH_COMMENTS) : undefined,
  );
}

/** The services of a top with those of its kinds, or of a kind. */
export function isWithin(within: Within | undefined): SQL | undefined {
  return within && eq(services[within.column], within.slug);
}

function factConditions({ refillDaysMin, startsWithinHours, country, platform, kind }: FactFilter) {
  return [
    refillDaysMin === undefined ? undefined : gte(services.refillDays, refillDaysMin),
    startsWithinHours === undefined ? undefined : lte(services.startMinutes, startsWithinHours * 60),
    country === undefined ? undefined : eq(services.country, country),
    platform === undefined ? undefined : eq(services.platform, platform),
    kind === undefined ? undefined : eq(services.kind, kind),
  ];
}

const TYPES_WITH_COMMENTS = serviceTypes.filter((type) => ruleOf(type).takesComments);

const shelves: Record<ServiceShelf, SQL | undefined> = {
  all: isNull(services.deletedAt),
  offered: isOnOffer,
  hidden: and(isNull(services.deletedAt), or(eq(services.hidden, true), eq(services.categoryHidden, true))),
  paused: and(isNull(services.deletedAt), isNotNull(services.pausedAt)),
  // `promisingInVain` says which of them.
  promises_refill: and(isNull(services.deletedAt), isNull(services.refillDays)),
  deleted: isNotNull(services.deletedAt),
};

function idsOfFavourites(userId: number): SQL {
  const { serviceId, userId: owner } = favourites;
  return sql`(select ${serviceId} from ${favourites} where ${owner} = ${userId})`;
}

/** Whether name, category or description contain a text in any case, by their common index. */
export function containsText(text: string): SQL {
  return ilike(
    sql`(${services.name} || ' ' || ${services.category} || ' ' || ${services.description})`,
    containing(text),
  );
}

/** Customers never see external ids, so their search does not include them. */
function waysOfAdmins(search: string, shelf: ServiceShelf | undefined): SQL[] {
  return shelf === undefined ? [] : [ilike(services.externalId, containing(search))];
}

/**
 * Text in name, category or description through their common index. A number also matches the service's own (`#60`), price, min, max and average time. Names of
 * platforms and kinds match in both languages.
 */
function waysToFind(search: string): SQL[] {
  const id = idIn(search);
  const ids = id === undefined ? idsIn(search) : [id];
  const ways = ids.length > 0 ? [containsText(search), inArray(services.id, ids)] : [containsText(search)];
  const inEnglish = withEnglishNames(search);
  if (inEnglish) ways.push(containsText(inEnglish));
  for (const spelling of inBengaliSpellings(search)) ways.push(containsText(spelling));
  if (isBengali(search)) ways.push(sql`strpos(${services.nameBn}, ${search.normalize('NFC')}) > 0`);
  const price = parsePrice(search);
  if (price !== null) ways.push(eq(services.priceMicros, price));
  if (/^\d{1,10}$/.test(search) && Number(search) <= MAX_QUANTITY) {
    const number = Number(search);
    ways.push(eq(services.min, number), eq(services.max, number), eq(services.avgTimeHours, number));
  }
  return ways;
}

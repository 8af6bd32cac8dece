import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { categories as table } from '#db/schema/categories.ts';
import { categories as firstTops } from '#shared/categories.ts';
import { categoryNames, slugOf } from '#shared/market/categories.ts';
import { noSuchCategory } from '#shared/shop-categories.ts';
import { cachedRead } from '../cache/cached-read.ts';
import { fieldError } from '../errors.ts';

type Row = Omit<typeof table.$inferSelect, 'createdAt'>;

/** A category of the shop. `top` is its own slug where it is one. */
export interface Category extends Row {
  top: string;
}

export interface ShopCategories {
  /** Those that exist, in their order: each top, then its kinds. */
  inOrder: readonly Category[];
  /** By slug; that of a merged category has the one that it became a part of. */
  bySlug: ReadonlyMap<string, Category>;
}

/** All categories, at most some seconds old: another server may have changed them. */
export const shopCategories = cachedRead<ShopCategories, Db | Tx>((db) => readCategories(db), { freshForMs: 5_000 });

/** All categories as they are now. */
export async function readCategories(db: Db | Tx): Promise<ShopCategories> {
  const rows = await db
    .select({
      ...{ id: table.id, slug: table.slug, parent: table.parent, name: table.name, nameBn: table.nameBn },
      ...{ rank: table.rank, hidden: table.hidden, mergedInto: table.mergedInto },
    })
    .from(table)
    .orderBy(sql`${table.slug} <> all(${sql.param([...firstTops])}::text[])`, table.rank, table.id);
  const all = rows.map((row) => ({ ...row, top: row.parent ?? row.slug }));
  const living = all.filter(({ mergedInto }) => mergedInto === null);
  const kinds = Map.groupBy(living, ({ parent }) => parent);
  const inOrder = (kinds.get(null) ?? []).flatMap((top) => [top, ...(kinds.get(top.slug) ?? [])]);
  const own = new Map(inOrder.map((each) => [each.slug, each]));
  const bySlug = new Map(
    all.flatMap(({ slug, mergedInto }) => {
      const leadsTo = own.get(mergedInto ?? slug);
      return leadsTo ? [[slug, leadsTo] as const] : [];
    }),
  );
  return { inOrder, bySlug };
}

/**
 * The category of a slug, which may be that of a merged one. A category that was made on another server a moment ago is found, too.
 * @throws DomainError `bad_input` beside `category`
 */
export async function findCategory(db: Db | Tx, slug: string): Promise<Category> {
  const known = (await shopCategories.get(db)).bySlug.get(slug);
  const found = known ?? (await readCategories(db)).bySlug.get(slug);
  if (!found) throw fieldError('bad_input', 'category', noSuchCategory);
  return found;
}

/** The top or the kind that a list is limited to. */
export interface Within {
  column: 'top' | 'category';
  slug: string;
}

/**
 * What a slug limits a list to; undefined for none.
 * @throws DomainError `bad_input` beside `category`
 */
export async function withinCategory(db: Db | Tx, slug: string | undefined): Promise<Within | undefined> {
  if (slug === undefined) return undefined;
  const category = await findCategory(db, slug);
  return { column: category.parent === null ? 'top' : 'category', slug: category.slug };
}

/** A category that may be made. */
export interface NewCategory {
  slug: string;
  /** The slug of its top. */
  parent: string | null;
  name: string;
  nameBn: string | null;
}

/**
 * Makes those that the shop lacks, each after its top. Others stay as they are, also merged ones.
 * @returns the slugs that were made
 */
export async function makeCategories(tx: Tx, wanted: readonly NewCategory[]): Promise<string[]> {
  const made: string[] = [];
  for (const each of wanted.toSorted((one, other) => Number(one.parent !== null) - Number(other.parent !== null))) {
    const { slug, parent, name, nameBn } = each;
    // Kinds of a top that was merged are kinds of what it became.
    const rows = await tx.execute(sql`
      insert into categories (slug, parent, name, name_bn, rank)
      select ${slug}, (select coalesce(top.merged_into, top.slug) from categories top where top.slug = ${parent}), ${name}, ${nameBn},
        (select coalesce(max(rank), 0) + 1 from categories)
      on conflict (slug) do nothing returning slug`);
    if (rows.length > 0) made.push(slug);
  }
  return made;
}

/**
 * The top and the kind of a line, where the shop lacks them: the top first.
 * @param top the slug of a category of the shop, or of the market's vocabulary
 */
export function missingFor(top: string, kind: string | null, bySlug: ShopCategories['bySlug']): NewCategory[] {
  const newTop = { slug: top, parent: null, ...categoryNames(top) };
  const newKind = { slug: slugOf(top, kind), parent: top, ...categoryNames(top, kind) };
  return [newTop, ...(kind === null ? [] : [newKind])].filter(({ slug }) => !bySlug.has(slug));
}

import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { at, int64 } from './columns.ts';

/**
 * The shop's categories in two levels: tops such as Instagram, and kinds in them such as Followers. Services name theirs by its slug, which
 * never changes; that of a merged one leads on.
 */
export const categories = pgTable(
  'categories',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull().unique('categories_slug_key'),
    /** The slug of its top; null for a top. */
    parent: text('parent').references((): AnyPgColumn => categories.slug),
    name: text('name').notNull(),
    nameBn: text('name_bn'),
    /** The lowest comes first. The ten of the first release stand before all other tops. */
    rank: integer('rank').notNull().default(0),
    /** Its services leave lists and search, and are not for sale. */
    hidden: boolean('hidden').notNull().default(false),
    /** The slug of the category that it became a part of. */
    mergedInto: text('merged_into').references((): AnyPgColumn => categories.slug),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('categories_parent_idx').on(t.parent),
    check('categories_slug_check', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(${t.slug}) <= 60`),
    check(
      'categories_name_check',
      sql`char_length(${t.name}) between 1 and 60 and char_length(${t.nameBn}) between 1 and 60`,
    ),
    check('categories_parent_check', sql`${t.parent} not in (${t.slug}, 'feature')`),
    check('categories_merged_check', sql`${t.mergedInto} <> ${t.slug}`),
    check(
      'categories_feature_check',
      sql`${t.slug} <> 'feature' or (not ${t.hidden} and ${t.parent} is null and ${t.mergedInto} is null)`,
    ),
  ],
);

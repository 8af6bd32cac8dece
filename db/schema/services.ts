import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { categories } from '../../shared/categories.ts';
import { at, int64 } from './columns.ts';

export const services = pgTable(
  'services',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /** What it was called before, so that orders which keep such a name are found by it. */
    formerNames: text('former_names').array().notNull().default([]),
    image: text('image'),
    description: text('description').notNull(),
    category: text('category', { enum: categories }).notNull(),
    /** Micro-dollars per 1000 units = nano-dollars per unit. */
    priceMicros: int64('price_micros').notNull(),
    min: integer('min').notNull(),
    max: integer('max').notNull(),
    avgTimeHours: integer('avg_time_hours').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Deleting is soft: orders and history stay. */
    deletedAt: at('deleted_at'),
  },
  (t) => [
    index('services_category_idx').on(t.category, t.id).where(sql`deleted_at is null`),
    index('services_price_idx').on(t.priceMicros, t.id).where(sql`deleted_at is null`),
    index('services_time_idx').on(t.avgTimeHours, t.id).where(sql`deleted_at is null`),
    index('services_name_idx').on(sql`lower(${t.name})`, t.id).where(sql`deleted_at is null`),
    index('services_search_idx')
      .using('gin', sql`(${t.name} || ' ' || ${t.category} || ' ' || ${t.description}) gin_trgm_ops`)
      .where(sql`deleted_at is null`),
    check('services_price_check', sql`${t.priceMicros} between 0 and 1000000000000`),
    check('services_min_check', sql`${t.min} >= 10`),
    check('services_max_check', sql`${t.max} > 10 and ${t.max} >= ${t.min}`),
    check('services_time_check', sql`${t.avgTimeHours} >= 1`),
    check('services_category_check', sql.raw(`category in (${categories.map((c) => `'${c}'`).join(', ')})`)),
  ],
);

import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { categories } from '#db/schema/categories.ts';

/** A top without services. */
export async function makeCategory(db: Db, overrides: Partial<typeof categories.$inferInsert> = {}) {
  const slug = `top-${randomUUID()}`;
  const [row] = await db
    .insert(categories)
    .values({ slug, name: `Top ${slug}`, ...overrides })
    .returning();
  if (!row) throw new Error('The category was not stored');
  return row;
}

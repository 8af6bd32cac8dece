import { asc, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { SupplierWithFigures } from '#shared/suppliers.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { withFigures } from './figures.ts';
import { presentSupplier, readSupplier, selectSuppliers } from './supplier-rows.ts';

/** Lists every supplier by name, with its figures. Admins only. */
export async function listSuppliers(db: Db, actor: Actor): Promise<{ items: SupplierWithFigures[] }> {
  assertAdmin(actor);
  const rows = await selectSuppliers(db).orderBy(asc(sql`lower(${suppliers.name})`));
  return { items: await withFigures(db, rows.map(presentSupplier)) };
}

/**
 * A supplier with its figures. Admins only.
 * @throws DomainError `not_found`
 */
export async function getSupplier(db: Db, actor: Actor, { id }: { id: number }): Promise<SupplierWithFigures> {
  assertAdmin(actor);
  const [supplier] = await withFigures(db, [await readSupplier(db, id)]);
  if (!supplier) throw new Error('A supplier has no figures');
  return supplier;
}

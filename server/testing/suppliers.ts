import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources, supplierServices } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { typeRules } from '#shared/service-types.ts';
import { DOLLAR_RATE, parseSupplierDecimal, type SupplierMicros, supplierMicros } from '#shared/supplier-money.ts';
import { AMOUNT_SCALE } from '#shared/suppliers.ts';
import type { SecretBox } from '../base/secrets/secret-box.ts';
import { keyOfSupplier } from '../suppliers/key-of-supplier.ts';
import { makeAdmin } from './factories.ts';
import { listedService, type SupplierServer } from './supplier-server.ts';

type SupplierRow = typeof suppliers.$inferSelect;

/** A supplier whose address and key are those of a test server, in its currency, at a dollar a unit. */
export async function makeSupplier(
  db: Db,
  secrets: SecretBox,
  { url, key, currency }: Pick<SupplierServer, 'url' | 'key' | 'currency'>,
  overrides: Partial<typeof suppliers.$inferInsert> = {},
): Promise<SupplierRow> {
  const admin = await makeAdmin(db);
  return db.transaction(async (tx) => {
    const name = `Supplier ${randomUUID().slice(0, 8)}`;
    const values = { name, url, currency, sealedKey: '', ratePicos: DOLLAR_RATE, createdBy: admin.id };
    const [made] = await tx
      .insert(suppliers)
      .values({ ...values, ...overrides })
      .returning({ id: suppliers.id });
    if (!made) throw new Error('inserting a supplier returned no row');
    const sealedKey = overrides.sealedKey ?? secrets.seal(key, keyOfSupplier(made.id));
    const [row] = await tx.update(suppliers).set({ sealedKey }).where(eq(suppliers.id, made.id)).returning();
    if (!row) throw new Error('updating a supplier returned no row');
    return row;
  });
}

/** For {@link makeSupplier}: an address that the panel of a test may not call, unless it allows loopback; then nothing listens there. */
export const NO_SUPPLIER = { url: 'http://127.0.0.1:9/api/v2', key: 'no key', currency: 'USD' };
/** As {@link makeSupplier} makes a stopped one. */
export const STOPPED = { stoppedAt: new Date(), stoppedReason: 'unknowns' } as const;

interface SourceOverrides {
  /** After the last one by default. */
  position?: number;
  externalId?: string;
  /** In the supplier's currency, for 1000 units or one package. 0.90 by default. */
  costMicros?: SupplierMicros;
  listed?: Partial<typeof supplierServices.$inferInsert>;
  source?: Partial<typeof serviceSources.$inferInsert>;
}

/** The next source of a service: the supplier lists it, and new orders of the service are forwarded. */
export async function makeSource(
  db: Db,
  service: Pick<typeof services.$inferSelect, 'id' | 'type'>,
  supplier: Pick<SupplierRow, 'id'>,
  { position, externalId = '101', costMicros = DEFAULT_COST, listed = {}, source = {} }: SourceOverrides = {},
): Promise<typeof serviceSources.$inferSelect> {
  const { type } = service;
  await makeLine(db, supplier, { externalId, type, tradeType: typeRules[type].tradeName, costMicros, ...listed });
  return db.transaction(async (tx) => {
    const last = sql<number>`(select coalesce(max(position), 0) + 1 from service_sources where service_id = ${service.id})`;
    const [row] = await tx
      .insert(serviceSources)
      .values({
        serviceId: service.id,
        supplierId: supplier.id,
        externalId,
        position: position ?? last,
        acceptedCostMicros: costMicros,
        ...source,
      })
      .returning();
    if (!row) throw new Error('inserting a source returned no row');
    await tx.update(services).set({ forwarded: true }).where(eq(services.id, service.id));
    return row;
  });
}

/** A line of a supplier's list, 0.90 for 1000 units by default. One that is there already stays. */
export async function makeLine(
  db: Db,
  supplier: Pick<SupplierRow, 'id'>,
  overrides: Partial<typeof supplierServices.$inferInsert> = {},
): Promise<void> {
  const { name, category, type: tradeType, min, max, refill = false, cancel = false } = listedService();
  await db
    .insert(supplierServices)
    .values({
      ...{ supplierId: supplier.id, externalId: '101', name, category, description: name, tradeType, type: 'default' },
      ...{ costMicros: DEFAULT_COST, min: Number(min), max: Number(max), refill, cancel },
      ...overrides,
    })
    .onConflictDoNothing();
}

const DEFAULT_COST = supplierMicros(parseSupplierDecimal('0.90', AMOUNT_SCALE) ?? 0);

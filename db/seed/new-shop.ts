import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { noFacts } from '#shared/facts.ts';
import { categoryNames, readCategory, slugOf } from '#shared/market/categories.ts';
import { readFactFields } from '#shared/market/read-fact-fields.ts';
import { parsePrice } from '#shared/money.ts';
import { proposeTarget } from '#shared/paste/service-target.ts';
import { type CreateServiceInput, createServiceInput } from '#shared/services.ts';
import type { Db, Tx } from '../client.ts';
import { categories } from '../schema/categories.ts';
import { services } from '../schema/services.ts';
import { paymentMethods, settings } from '../schema/settings.ts';
import { supplierRules } from '../schema/supplier-catalogue.ts';
import { seedPaymentMethods } from './payment-methods.ts';

const CATALOGUE = fileURLToPath(new URL('./catalogue.tsv', import.meta.url));

/** A price that is less than 5 % above its cost pauses its service. */
const LEAST_MARGIN_BASIS_POINTS = 500;

/**
 * Gives a new shop its payment methods and its least margin, once: a shop whose admin deleted all methods does not get them back. The
 * migration creates the settings. Safe to call on every start and from several servers at once.
 */
export async function seedEssentials(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${paymentMethods} in share row exclusive mode`);
    if (await hadPaymentMethods(tx)) return;
    const rows = seedPaymentMethods.map((method, index) => ({ ...method, id: index + 1 }));
    await tx.insert(paymentMethods).overridingSystemValue().values(rows);
    // A shop of before keeps the least margin that it has.
    await tx.update(supplierRules).set({ leastMarginBasisPoints: LEAST_MARGIN_BASIS_POINTS });
    await tx.update(settings).set({ linkFit: 'refuse' });
    await tx.execute(sql.raw(`alter table payment_methods alter column id restart with ${rows.length + 1}`));
  });
}

/** Fills a catalogue that never had a service. Safe to call on every start and from several servers at once. */
export async function seedCatalogue(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${services} in share row exclusive mode`);
    const [service] = await tx.select({ id: services.id }).from(services).limit(1);
    if (service) return;
    const seeded = seedServices();
    await addKinds(tx, seeded);
    // The newest is displayed first, so the first of the file is written last.
    await tx.insert(services).values(seeded.map(({ facts, ...fields }) => ({ ...fields, ...facts })).reverse());
  });
}

/** The services of a new shop, in the order of display. */
export function seedServices() {
  const [, ...rows] = readFileSync(CATALOGUE, 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const [top = '', name = '', nameBn, price = '', min, max, avgTimeHours, type, refillDays, description = ''] =
      row.split('\t');
    const numbers = { min: Number(min), max: Number(max), avgTimeHours: Number(avgTimeHours) };
    const { kind } = readCategory(name);
    const { refillDays: _, ...facts } = readFactFields(name, description);
    return createServiceInput.parse({
      // Of the featured ones each is a kind of its own.
      category: slugOf(top, top === 'feature' ? null : kind),
      name,
      nameBn,
      facts: { ...noFacts, ...facts },
      ...proposeTarget(name, top),
      description,
      ...numbers,
      type,
      refillDays: refillDays ? Number(refillDays) : null,
      priceMicros: parsePrice(price),
      image: null,
    });
  });
}

/** The kinds of the services, in the order in which the file has them. */
export async function addKinds(tx: Tx, seeded: CreateServiceInput[]): Promise<void> {
  const kinds = new Map<string, typeof categories.$inferInsert>();
  for (const { category, facts } of seeded) {
    const kind = facts?.kind ?? null;
    const top = kind === null ? category : category.slice(0, -kind.length - 1);
    if (slugOf(top, kind) !== category || kind === null || kinds.has(category)) continue;
    kinds.set(category, { slug: category, parent: top, rank: kinds.size, ...categoryNames(top, kind) });
  }
  if (kinds.size > 0)
    await tx
      .insert(categories)
      .values([...kinds.values()])
      .onConflictDoNothing();
}

/** Deleted rows leave no trace except the next id. If the seed's transaction fails, the sequence resets with it. */
async function hadPaymentMethods(tx: Tx): Promise<boolean> {
  const [row] = await tx.execute<{ had: boolean }>(sql`
    select exists (select from ${paymentMethods})
      or (select last_value > 1 or is_called from payment_methods_id_seq) as had`);
  return row?.had ?? true;
}

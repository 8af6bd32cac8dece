import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { supplierRules } from '#db/schema/supplier-catalogue.ts';
import { recordAction } from '#server/base/audit/record-action.ts';
import type { Deps } from '#server/base/deps.ts';
import { DomainError } from '#server/base/errors.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import type { SetSupplierRulesInput, SupplierRules } from '#shared/supplier-rules.ts';
import type { Actor } from '#shared/users.ts';
import { lockServices } from '../../../suppliers/catalogue/lock-catalogue.ts';
import { reviewSources } from '../../../suppliers/catalogue/review-sources.ts';

/** The shop's rules about prices and lists of suppliers. Admins only. */
export async function readRules(db: Db, actor: Actor): Promise<SupplierRules> {
  assertAdmin(actor);
  const [row] = await db.select(columns).from(supplierRules);
  return present(row);
}

/**
 * Changes the shop's rules. Prices by rule follow at once, and services below the least margin are paused. Admins only.
 * @param input a missing field stays; `expectedUpdatedAt` is the last change that the admin saw; a retry succeeds without a change
 * @throws DomainError `settings_changed` if another admin changed them
 */
export async function setRules(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { expectedUpdatedAt, ...input }: SetSupplierRulesInput,
): Promise<SupplierRules> {
  assertAdmin(actor);
  const rules = await db.transaction(async (tx) => {
    const [before] = await tx.select(columns).from(supplierRules).for('no key update');
    const changes = changesIn(input);
    const isAsSeen = expectedUpdatedAt === undefined || +expectedUpdatedAt === before?.updatedAt.getTime();
    if (!isAsSeen && !isDeepStrictEqual(before, { ...before, ...changes })) throw new DomainError('settings_changed');
    const [after] = await tx
      .update(supplierRules)
      .set({ ...changes, updatedAt: sql`now()` })
      .returning(columns);
    // Every price by rule, and every service that is bought somewhere.
    const ids = await lockServices(tx, sql`v.forwarded`);
    await reviewSources(tx, ids);
    const { updatedAt: _, ...facts } = present(after);
    const { updatedAt: __, ...factsBefore } = present(before);
    await recordAction(tx, actor, {
      action: 'supplier.setRules',
      subject: 'catalogue',
      before: factsBefore,
      after: facts,
    });
    return present(after);
  });
  events.publish('services');
  return rules;
}

const columns = {
  marginBasisPoints: supplierRules.marginBasisPoints,
  leastMarginBasisPoints: supplierRules.leastMarginBasisPoints,
  smallChangeBasisPoints: supplierRules.smallChangeBasisPoints,
  riseBasisPoints: supplierRules.riseBasisPoints,
  floorMicros: supplierRules.floorMicros,
  stepMicros: supplierRules.stepMicros,
  refillDays: supplierRules.refillDays,
  updatedAt: supplierRules.updatedAt,
};
type Row = Pick<typeof supplierRules.$inferSelect, keyof typeof columns>;

function changesIn(input: SetSupplierRulesInput): Partial<Row> {
  const { marginPercent, leastMarginPercent, smallChangePercent, risePercent, floorMicros, stepMicros, refillDays } =
    input;
  return {
    ...(marginPercent !== undefined && { marginBasisPoints: marginPercent }),
    ...(leastMarginPercent !== undefined && { leastMarginBasisPoints: leastMarginPercent }),
    ...(smallChangePercent !== undefined && { smallChangeBasisPoints: smallChangePercent }),
    ...(risePercent !== undefined && { riseBasisPoints: risePercent }),
    ...(floorMicros !== undefined && { floorMicros }),
    ...(stepMicros !== undefined && { stepMicros }),
    ...(refillDays !== undefined && { refillDays }),
  };
}

function present(row: Row | undefined): SupplierRules {
  if (!row) throw new Error('The row of rules that the migration made is missing');
  const { marginBasisPoints, leastMarginBasisPoints, smallChangeBasisPoints, riseBasisPoints, ...others } = row;
  return {
    ...others,
    marginPercent: marginBasisPoints / 100,
    leastMarginPercent: leastMarginBasisPoints / 100,
    smallChangePercent: smallChangeBasisPoints / 100,
    risePercent: riseBasisPoints / 100,
  };
}

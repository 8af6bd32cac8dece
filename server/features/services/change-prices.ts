import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { services } from '#db/schema/services.ts';
import type { ChangedPrice, ChangePricesInput, PreviewPricesInput, PricesPreview } from '#shared/admin-services.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordActions } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { reviewSources } from '../../suppliers/catalogue/review-sources.ts';
import { pricedServices, wasMade } from './priced-services.ts';

/** More than anybody reads; the total is counted. */
const SHOWN = 200;

/**
 * Returns what a change of many prices by a percentage would do. Admins only.
 * @throws DomainError `service_not_found`, `bad_input`
 */
export async function previewPrices(db: Db, actor: Actor, input: PreviewPricesInput): Promise<PricesPreview> {
  assertAdmin(actor);
  const { found, changed, impossible, previewHash } = await pricedServices(db, input);
  const isImpossible = new Set(impossible);
  const possible = changed.filter((price) => !isImpossible.has(price));
  const isAgainst = ({ fromMicros, toMicros }: ChangedPrice) => toMicros > fromMicros !== input.percentHundredths > 0;
  const against = possible.filter(isAgainst);
  const others = possible.filter((price) => !isAgainst(price));
  return {
    found,
    changed: changed.length,
    against: against.length,
    impossible: impossible.length,
    items: [...impossible, ...against, ...others].slice(0, SHOWN),
    previewHash,
  };
}

/**
 * Changes many prices by a percentage, all or none. A retry changes nothing more. Admins only.
 * @throws DomainError `catalogue_changed` if the result differs from the preview, `bad_input` for an impossible price,
 * `service_not_found`
 */
export async function changePrices(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  { previewHash, ...input }: ChangePricesInput,
): Promise<Done> {
  assertAdmin(actor);
  await db.transaction(async (tx) => {
    const priced = await pricedServices(tx, input, { lock: true });
    if (priced.previewHash !== previewHash) {
      if (wasMade(previewHash, priced)) return;
      throw new DomainError('catalogue_changed');
    }
    if (priced.impossible.length > 0)
      throw fieldError('bad_input', 'percentHundredths', 'Some prices would be nothing or too large.');
    await writePrices(tx, priced.changed);
    await recordActions(
      tx,
      actor,
      priced.changed.map(({ id, name, fromMicros, toMicros }) => ({
        action: 'service.changePrice',
        subject: 'service',
        subjectId: id,
        subjectName: name,
        before: { priceMicros: fromMicros },
        after: { priceMicros: toMicros },
      })),
    );
    const ids = priced.changed.map(({ id }) => id);
    await reviewSources(tx, ids);
  });
  events.publish('services');
  return { ok: true };
}

/** A price that a person changes does not follow the supplier's cost. */
async function writePrices(tx: Tx, changed: ChangedPrice[]): Promise<void> {
  const ids = sql.param(changed.map(({ id }) => id));
  const prices = sql.param(changed.map(({ toMicros }) => toMicros));
  await tx.execute(sql`
    update ${services} set price_micros = changed.price_micros, priced_by_rule = false, updated_at = now()
    from unnest(${ids}::bigint[], ${prices}::bigint[]) as changed (id, price_micros)
    where ${services.id} = changed.id`);
}

import { and, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import { MAX_NANOS, type Nanos, nanos, sum } from '#shared/money.ts';
import type { AcceptableLine, CheckedLines, CheckManyInput, RefusableLine } from '#shared/order-lines.ts';
import type { Actor } from '#shared/users.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import { DomainError } from '../../base/errors.ts';
import { countFrequentAttempt } from '../../base/limits/count-frequent-attempt.ts';
import { assertFits, demandsOfOrder } from '../../money/assert-fits.ts';
import { judgeOrder } from '../../money/judge-order.ts';
import { targetKeyOf } from '../../money/target-key.ts';
import { readWallet } from '../../money/wallets.ts';
import { readOpenTargets, targetOf } from './open-targets.ts';
import { type OrderLimits, orderAttempts } from './order-attempts.ts';
import { formRefusal, refusedLine, serviceIdsOf } from './order-lines.ts';
import { targetColumns, termColumns } from './order-rows.ts';

/**
 * Returns the charge of each of many orders, or why it would be refused. Charges nothing and does not check the balance.
 * @returns each line's service and charge, or its error; `duplicateOf` is an earlier line with the same target, `runningOrder` an open order
 * @throws DomainError `too_many_requests`
 */
export async function checkMany(
  db: Db,
  actor: Actor,
  { lines, fit }: CheckManyInput,
  limits: OrderLimits,
): Promise<CheckedLines> {
  const { key, rateLimit } = orderAttempts(actor, limits);
  await countFrequentAttempt(db, `check:${key}`, rateLimit);
  const { oneOpenOrderPerLink, linkFit } = await apiSettings.get(db);
  const targets = lines.flatMap((read) => ('line' in read ? [read.line] : []));
  const [offered, { balanceNanos }, openTargets] = await Promise.all([
    db
      .select({ ...termColumns, ...targetColumns, id: services.id, name: services.name, nameBn: services.nameBn })
      .from(services)
      .where(and(inArray(services.id, serviceIdsOf(lines)), isOnOffer)),
    readWallet(db, actor.id),
    readOpenTargets(db.$client, actor.id, targets),
  ]);
  const serviceById = new Map(offered.map((service) => [service.id, service]));
  const firstWithTarget = new Map<string, number>();
  const accepted = new Set<string>();
  let totalNanos = nanos(0);

  const checked = lines.map((read, index): AcceptableLine | RefusableLine => {
    if ('issues' in read) return refusedLine(index, formRefusal(read));
    const { line } = read;
    const targetKey = targetKeyOf(line.link);
    const duplicateOf = firstWithTarget.get(targetKey);
    if (duplicateOf === undefined) firstWithTarget.set(targetKey, index);
    const service = serviceById.get(line.serviceId);
    if (!service) return refusedLine(index, new DomainError('service_not_found'));
    const { name: serviceName, nameBn: serviceNameBn, type } = service;
    try {
      const { chargeNanos } = judgeOrder(service, line);
      assertFits(line, service, demandsOfOrder({ link: line.link, fit: line.fit ?? fit }, linkFit));
      const target = targetOf(line);
      const runningOrder = openTargets.get(target);
      if (oneOpenOrderPerLink && (runningOrder !== undefined || accepted.has(target)))
        throw new DomainError('link_in_use');
      accepted.add(target);
      totalNanos = added(totalNanos, chargeNanos);
      return { index, serviceName, serviceNameBn, type, chargeNanos, duplicateOf, runningOrder };
    } catch (error) {
      return { ...refusedLine(index, error), ...misfitIn(error), serviceName, serviceNameBn, type };
    }
  });
  return { lines: checked, totalNanos, balanceNanos };
}

/** What a refusal says of a link that does not fit. */
function misfitIn(error: unknown): Pick<RefusableLine, 'details'> {
  const { read, expected } = (error instanceof DomainError && error.details) || {};
  if (!read || !expected) return {};
  return { details: { read, expected: { platform: expected.platform, kinds: expected.kinds && [...expected.kinds] } } };
}

/** A wallet holds at most {@link MAX_NANOS}, so a line beyond that total can't be ordered with the others. */
function added(totalNanos: Nanos, chargeNanos: Nanos): Nanos {
  if (totalNanos > MAX_NANOS - chargeNanos) throw new DomainError('amount_too_large');
  return sum([totalNanos, chargeNanos]);
}

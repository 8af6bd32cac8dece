import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { acknowledgedMissing } from '#db/schema/missing.ts';
import type { MissingEntry, SettleMissingInput } from '#shared/missing.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticatedAbove } from '../../base/identity/assert-reauthenticated.ts';
import { isOpen } from '../../money/missing-entries.ts';
import { missingEntryOf, selectMissing } from './missing-rows.ts';

/**
 * Settles a missing entry, once. It moves no money: the admin has restored the entry or paid it back before. The admin who settled it
 * may repeat that. Admins only.
 * @throws DomainError `not_found`, `already_decided` (admin, time) if it is settled or was found again, `reauthentication_required` for
 * an amount above the limit of approvals
 */
export function settleMissing(
  db: Db,
  actor: Actor,
  { id, outcome, reason }: SettleMissingInput,
): Promise<MissingEntry> {
  assertAdmin(actor);
  return db.transaction(async (tx) => {
    const [settled] = await tx
      .update(acknowledgedMissing)
      .set({ outcome, reason, settledBy: actor.id, settledAt: sql`now()` })
      .where(and(eq(acknowledgedMissing.id, id), isOpen))
      .returning({ settledBy: acknowledgedMissing.settledBy });
    const entry = await readEntry(tx, id);
    if (!settled) {
      if (await wasSettledSo(tx, actor, { id, outcome, reason })) return entry;
      throw alreadyDecided(entry);
    }
    await assertReauthenticatedAbove(tx, actor, 'approveLimitNanos', Math.abs(entry.amountNanos));
    const { kind, amountNanos, customer, orderId, rechargeId, grantId } = entry;
    await recordAction(tx, actor, {
      action: 'missing.settle',
      subject: 'missing',
      subjectId: id,
      subjectName: nameOf(entry),
      // Others may have this id by now.
      ...(customer.userName !== null && { userId: customer.id }),
      before: { status: 'open' },
      after: {
        status: 'settled',
        outcome,
        kind,
        amountNanos,
        ...(orderId && { orderId }),
        ...(rechargeId && { rechargeId }),
        ...(grantId && { grantId }),
      },
      reason,
    });
    return entry;
  });
}

async function readEntry(tx: Tx, id: number): Promise<MissingEntry> {
  const [row] = await selectMissing(tx).where(eq(acknowledgedMissing.id, id));
  if (!row) throw new DomainError('not_found');
  return missingEntryOf(row);
}

async function wasSettledSo(tx: Tx, actor: Actor, { id, outcome, reason }: SettleMissingInput): Promise<boolean> {
  const [row] = await tx
    .select({ id: acknowledgedMissing.id })
    .from(acknowledgedMissing)
    .where(
      and(
        eq(acknowledgedMissing.id, id),
        eq(acknowledgedMissing.settledBy, actor.id),
        eq(acknowledgedMissing.outcome, outcome),
        eq(acknowledgedMissing.reason, reason),
      ),
    );
  return row !== undefined;
}

function alreadyDecided({ state, settledBy, settledAt }: MissingEntry): DomainError {
  if (state === 'found') {
    return new DomainError('already_decided', {
      message: 'This entry was found again, so there is nothing to settle.',
      details: { status: state },
    });
  }
  return new DomainError('already_decided', {
    message: `This entry has already been settled by ${settledBy}.`,
    details: { status: state, decidedBy: settledBy ?? undefined, decidedAt: settledAt?.toISOString() },
  });
}

/** Its subject, as the audit lists it. */
function nameOf({ service, method, reference, customer }: MissingEntry): string {
  return service ?? (method ? `${method} ${reference}` : (customer.userName ?? ''));
}

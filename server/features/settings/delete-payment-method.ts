import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import type { Done } from '#shared/done.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { readAccounts } from './method-accounts.ts';

/**
 * Deletes a payment method without recharges; one with recharges can be switched off. Admins only.
 * @throws DomainError `not_found`, `method_in_use`, `reauthentication_required`
 */
export async function deletePaymentMethod(db: Db, actor: Actor, { id }: { id: number }): Promise<Done> {
  assertAdmin(actor);
  try {
    await db.transaction(async (tx) => {
      const accounts = (await readAccounts(tx, [id])).get(id);
      const [deleted] = await tx.delete(paymentMethods).where(eq(paymentMethods.id, id)).returning();
      if (!deleted) throw new DomainError('not_found');
      assertReauthenticated(actor);
      await recordAction(tx, actor, {
        action: 'paymentMethod.delete',
        subject: 'paymentMethod',
        subjectId: id,
        subjectName: deleted.name,
        before: { ...deleted, accounts },
        after: null,
      });
    });
    return { ok: true };
  } catch (error) {
    throw isForeignKeyViolation(error) ? new DomainError('method_in_use') : error;
  }
}

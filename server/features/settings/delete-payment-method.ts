import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isForeignKeyViolation } from '../../../db/errors.ts';
import { paymentMethods } from '../../../db/schema/settings.ts';
import type { Done } from '../../../shared/done.ts';
import type { Actor } from '../../../shared/users.ts';
import { DomainError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * Removes a payment method that was never used; one with recharges can be switched off instead.
 * @throws DomainError `forbidden` unless an admin asks, `not_found` for an unknown id, `method_in_use`.
 */
export async function deletePaymentMethod(db: Db, actor: Actor, { id }: { id: number }): Promise<Done> {
  assertAdmin(actor);
  try {
    const deleted = await db
      .delete(paymentMethods)
      .where(eq(paymentMethods.id, id))
      .returning({ id: paymentMethods.id });
    if (deleted.length === 0) throw new DomainError('not_found');
    return { ok: true };
  } catch (error) {
    throw isForeignKeyViolation(error) ? new DomainError('method_in_use') : error;
  }
}

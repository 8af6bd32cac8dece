import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { paymentMethods } from '../../../db/schema/settings.ts';
import type { PaymentMethod, SavePaymentMethodInput } from '../../../shared/settings.ts';
import type { Actor } from '../../../shared/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/**
 * Makes a payment method, or with an id replaces one. Recharges keep the method's name as it was.
 * @throws DomainError `forbidden` unless an admin asks, `not_found` for an unknown id, `bad_input` beside `name` when
 *   another method has that name in any case.
 */
export async function savePaymentMethod(db: Db, actor: Actor, input: SavePaymentMethodInput): Promise<PaymentMethod> {
  assertAdmin(actor);
  try {
    const [saved] = await write(db, input);
    if (!saved) throw new DomainError('not_found');
    return saved;
  } catch (error) {
    if (!isUniqueViolation(error, 'payment_methods_name_key')) throw error;
    throw fieldError('bad_input', 'name', 'A payment method with this name already exists');
  }
}

function write(db: Db, { id, ...fields }: SavePaymentMethodInput) {
  if (id === undefined) return db.insert(paymentMethods).values(fields).returning();
  return db.update(paymentMethods).set(fields).where(eq(paymentMethods.id, id)).returning();
}

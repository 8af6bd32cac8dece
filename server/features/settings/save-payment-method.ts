import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { paymentMethods } from '../../../db/schema/settings.ts';
import type { PaymentMethod, SavePaymentMethodInput } from '../../../shared/settings.ts';
import type { Actor } from '../../../shared/users.ts';
import { recordAction } from '../../audit/record-action.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { changedByAnother } from './changed-by-another.ts';

/**
 * Makes a payment method, or with an id replaces one. Recharges keep the method's name as it was.
 * @param input `expectedMethod` is the method as the admin has seen it; one that is as it is to become is left so, whatever was seen
 * @throws DomainError `forbidden` unless an admin asks, `not_found` for an unknown id, `settings_changed` (by whom and when) where
 *   it is not what the admin saw, `bad_input` beside `name` when another method has that name in any case.
 */
export async function savePaymentMethod(
  db: Db,
  actor: Actor,
  { expectedMethod, ...input }: SavePaymentMethodInput,
): Promise<PaymentMethod> {
  assertAdmin(actor);
  try {
    return await db.transaction(async (tx) => {
      const before = input.id === undefined ? undefined : await lock(tx, input.id);
      if (before && expectedMethod && !isOneOf(before, [expectedMethod, input])) {
        throw await changedByAnother(tx, 'paymentMethod', before.id);
      }
      const [saved] = await write(tx, input);
      if (!saved) throw new Error('A payment method was written and not returned');
      await recordAction(tx, actor, {
        action: before ? 'paymentMethod.update' : 'paymentMethod.create',
        subject: 'paymentMethod',
        subjectId: saved.id,
        subjectName: saved.name,
        before: before ?? null,
        after: saved,
      });
      return saved;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'payment_methods_name_key')) throw error;
    throw fieldError('bad_input', 'name', 'A payment method with this name already exists');
  }
}

async function lock(tx: Tx, id: number): Promise<PaymentMethod> {
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id)).for('no key update');
  if (!method) throw new DomainError('not_found');
  return method;
}

function isOneOf({ id, ...fields }: PaymentMethod, known: Omit<SavePaymentMethodInput, 'expectedMethod'>[]): boolean {
  return known.some((each) => isDeepStrictEqual({ id, ...fields }, { ...each, id }));
}

function write(tx: Tx, { id, ...fields }: Omit<SavePaymentMethodInput, 'expectedMethod'>) {
  if (id === undefined) return tx.insert(paymentMethods).values(fields).returning();
  return tx.update(paymentMethods).set(fields).where(eq(paymentMethods.id, id)).returning();
}

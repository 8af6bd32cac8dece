import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { fieldError } from '../../base/errors.ts';
import { accountInUse } from './account-in-use.ts';

export interface PayableMethod {
  id: number;
  name: string;
  /** The number to pay to now. */
  recipient: string;
}

/**
 * The active method of a name, which can't be deleted before the transaction ends.
 * @param options.production whether to refuse methods whose number is still a placeholder
 * @throws DomainError `method_unavailable`
 */
export async function findMethod(
  tx: Tx,
  name: string,
  { production }: { production: boolean },
): Promise<PayableMethod> {
  const [method] = await tx
    .select({ id: paymentMethods.id, name: paymentMethods.name, recipient: paymentMethods.recipient })
    .from(paymentMethods)
    .where(and(eq(sql`lower(${paymentMethods.name})`, sql`lower(${name})`), eq(paymentMethods.active, true)))
    .for('key share');
  const recipient = method && (await accountInUse(tx, method));
  if (!method || recipient === undefined || (production && isPlaceholderRecipient(recipient))) {
    throw fieldError('method_unavailable', 'method');
  }
  return { ...method, recipient };
}

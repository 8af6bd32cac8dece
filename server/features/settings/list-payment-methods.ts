import { asc } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import type { PaymentMethod } from '#shared/payment-methods.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { readAccounts } from './method-accounts.ts';

/** Lists every payment method with its accounts, in the order that customers see, inactive ones included. Admins only. */
export async function listPaymentMethods(db: Db, actor: Actor): Promise<PaymentMethod[]> {
  assertAdmin(actor);
  const methods = await db.select().from(paymentMethods).orderBy(asc(paymentMethods.position), asc(paymentMethods.id));
  const accounts = await readAccounts(
    db,
    methods.map(({ id }) => id),
  );
  return methods.map((method) => ({ ...method, accounts: accounts.get(method.id) ?? [] }));
}

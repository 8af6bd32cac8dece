import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { readSettings } from '#db/settings.ts';
import type { MethodsOut } from '#shared/balance.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import { accountsInUse } from './account-in-use.ts';

const { active, position, ...shownColumns } = getTableColumns(paymentMethods);

/**
 * The payment methods: the rate in taka per dollar, the struck-out fee in percent, and the active methods, each with the number to pay to now.
 * @param options.withSamples includes methods whose recipient is still a placeholder
 */
export async function listMethods(db: Db, { withSamples }: { withSamples: boolean }): Promise<MethodsOut> {
  const [{ ratePaisa, feeBasisPoints }, methods] = await Promise.all([
    readSettings(db),
    db.select(shownColumns).from(paymentMethods).where(eq(active, true)).orderBy(asc(position), asc(paymentMethods.id)),
  ]);
  const inUse = await accountsInUse(db, methods);
  const offered = methods.flatMap((method) => {
    const recipient = inUse.get(method.id);
    return recipient !== undefined && (withSamples || !isPlaceholderRecipient(recipient))
      ? { ...method, recipient }
      : [];
  });
  return {
    rate: ratePaisa / 100,
    ratePaisa,
    feePercent: feeBasisPoints / 100,
    methods: offered,
  };
}

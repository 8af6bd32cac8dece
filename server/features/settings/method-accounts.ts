import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { paymentAccounts } from '#db/schema/settings.ts';
import type { PaymentAccount, SavePaymentMethodInput } from '#shared/payment-methods.ts';
import { doubledNumber, judgeRecipient } from '#shared/recipient.ts';
import { fieldError } from '../../base/errors.ts';

const { number, name, mostTakaADay, paused } = paymentAccounts;
const columns = { number, name, mostTakaADay, paused };

/** The accounts of each method by its id, in order; removed ones are left out. */
export async function readAccounts(db: Db | Tx, methodIds: number[]): Promise<Map<number, PaymentAccount[]>> {
  const rows = await db
    .select({ methodId: paymentAccounts.methodId, account: columns })
    .from(paymentAccounts)
    .where(and(inArray(paymentAccounts.methodId, methodIds), isNull(paymentAccounts.removedAt)))
    .orderBy(asc(paymentAccounts.position), asc(paymentAccounts.id));
  const byMethod = Map.groupBy(rows, ({ methodId }) => methodId);
  return new Map(methodIds.map((id) => [id, (byMethod.get(id) ?? []).map(({ account }) => account)]));
}

/**
 * The accounts to store, with their numbers in the form of the method's wallet.
 * @param stored those before; an unchanged number always passes
 * @throws DomainError `bad_input` beside `accounts`
 */
export function judgeAccounts(
  method: Pick<SavePaymentMethodInput, 'name' | 'kind'>,
  accounts: readonly PaymentAccount[],
  stored: readonly PaymentAccount[],
): PaymentAccount[] {
  const judged = accounts.map((account) => {
    const before = stored.find((each) => each.number === account.number)?.number;
    const { recipient, problem } = judgeRecipient({ ...method, recipient: account.number }, before);
    if (problem) throw fieldError('bad_input', 'accounts', problem);
    return { ...account, number: recipient };
  });
  if (doubledNumber(judged.map((account) => account.number)) !== undefined) {
    throw fieldError('bad_input', 'accounts', 'A number is there twice');
  }
  return judged;
}

/** Whether customers may be told to pay elsewhere: each change of an account, its limit or its pause decides which one they see. */
export function changesAccounts(before: readonly PaymentAccount[], after: readonly PaymentAccount[]): boolean {
  return !isDeepStrictEqual(before, after);
}

/** Removed accounts stay as rows: messages to them count for some days. */
export async function writeAccounts(tx: Tx, methodId: number, accounts: readonly PaymentAccount[]): Promise<void> {
  const kept = accounts.map((account) => account.number);
  const isGone = and(
    eq(paymentAccounts.methodId, methodId),
    isNull(paymentAccounts.removedAt),
    notInArray(number, kept),
  );
  await tx.update(paymentAccounts).set({ removedAt: sql`now()` }).where(isGone);
  for (const [position, { number: _, ...account }] of accounts.entries()) {
    const set = { ...account, position };
    await tx
      .insert(paymentAccounts)
      .values({ methodId, number: kept[position] ?? '', ...set })
      .onConflictDoUpdate({ target: [paymentAccounts.methodId, number], targetWhere: sql`removed_at is null`, set });
  }
}

import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { isPlaceholderRecipient, type PaymentMethod, type SavePaymentMethodInput } from '#shared/payment-methods.ts';
import { judgeRecipient, walletOf } from '#shared/recipient.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { nowInShop } from '../../base/lists/shop-days.ts';
import { type MailText, writeMailToAdmins } from '../../base/mail/write-mail.ts';
import { changedByAnother } from './changed-by-another.ts';
import { changesAccounts, judgeAccounts, readAccounts, writeAccounts } from './method-accounts.ts';

/**
 * Creates a payment method, or replaces the one with the id; recharges keep its old name. Mails every admin where a number
 * that customers pay to changes. Admins only.
 * @param input `expectedMethod` is the method that the admin saw; a change that already holds is success
 * @throws DomainError `not_found`, `settings_changed` (by whom, when), `bad_input` beside `name` where another method has it,
 *   and beside `recipient` and `accounts` where a changed number breaks its method's form or is there twice, `reauthentication_required` where customers read
 *   anything else about where and how to pay than before
 */
export async function savePaymentMethod(
  { db, config, wakeMailer }: Pick<Deps, 'db' | 'config' | 'wakeMailer'>,
  actor: Actor,
  { expectedMethod, ...typed }: SavePaymentMethodInput,
): Promise<PaymentMethod> {
  assertAdmin(actor);
  try {
    const { method, hasRetryAfter } = await db.transaction(async (tx) => {
      const before = typed.id === undefined ? undefined : await lock(tx, typed.id);
      const { recipient, problem } = judgeRecipient(typed, before?.recipient);
      const { accounts: stored = [] } = before ?? {};
      const accounts = typed.accounts ? judgeAccounts(typed, typed.accounts, stored) : stored;
      const input = { ...typed, recipient, accounts };
      if (before && expectedMethod && !isOneOf(before, [expectedMethod, input])) {
        throw await changedByAnother(tx, 'paymentMethod', before.id);
      }
      if (problem) throw fieldError('bad_input', 'recipient', problem);
      const isRerouted = changesAccounts(stored, accounts);
      if (isRerouted || changesPayment(before, input)) assertReauthenticated(actor);
      const saved = await write(tx, input);
      await recordAction(tx, actor, {
        action: before ? 'paymentMethod.update' : 'paymentMethod.create',
        subject: 'paymentMethod',
        subjectId: saved.id,
        subjectName: saved.name,
        before: before ?? null,
        after: saved,
      });
      const isAnother = isRerouted || (before ? recipient !== before.recipient : !isPlaceholderRecipient(recipient));
      if (isAnother) await mailAdmins(tx, config, actor, { saved, isNew: !before });
      return { method: saved, hasRetryAfter: isAnother };
    });
    if (hasRetryAfter) wakeMailer();
    return method;
  } catch (error) {
    if (!isUniqueViolation(error, 'payment_methods_name_key')) throw error;
    throw fieldError('bad_input', 'name', 'A payment method with this name already exists');
  }
}

/** The fields by which customers know where and how to pay. */
const payment = ['name', 'kind', 'recipient', 'ussdCode', 'stepsBn', 'stepsEn'] as const;

/** Whether customers are told to pay differently: by a new method, one that is offered again, or another number or instruction. */
function changesPayment(
  before: PaymentMethod | undefined,
  after: Omit<SavePaymentMethodInput, 'expectedMethod'>,
): boolean {
  if (!before || (after.active && !before.active)) return true;
  return payment.some((field) => !isDeepStrictEqual(before[field], after[field]));
}

interface SavedNumber {
  saved: PaymentMethod;
  isNew: boolean;
}

/** The admin who changed it gets the mail too: somebody else may be logged in as them. */
async function mailAdmins(
  tx: Tx,
  { publicUrl }: Deps['config'],
  actor: Actor,
  { saved, isNew }: SavedNumber,
): Promise<void> {
  const [now] = await tx.execute<{ at: string }>(sql`select ${nowInShop} as at`);
  const wallet = walletOf(saved)?.name;
  const mail = numberChangedMail(publicUrl, {
    methodId: saved.id,
    wallet,
    adminId: actor.id,
    at: now?.at ?? '',
    isNew,
  });
  await writeMailToAdmins(tx, mail);
}

async function lock(tx: Tx, id: number): Promise<PaymentMethod> {
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id)).for('no key update');
  if (!method) throw new DomainError('not_found');
  return { ...method, accounts: (await readAccounts(tx, [id])).get(id) ?? [] };
}

/** An older client knows no accounts. */
function isOneOf({ id, ...fields }: PaymentMethod, known: Omit<SavePaymentMethodInput, 'expectedMethod'>[]): boolean {
  const { accounts: stored } = fields;
  return known.some(({ accounts = stored, ...each }) =>
    isDeepStrictEqual({ id, ...fields }, { ...each, accounts, id }),
  );
}

async function write(
  tx: Tx,
  {
    id,
    accounts,
    ...fields
  }: Omit<SavePaymentMethodInput, 'expectedMethod' | 'accounts'> & Pick<PaymentMethod, 'accounts'>,
): Promise<PaymentMethod> {
  const [saved] =
    id === undefined
      ? await tx.insert(paymentMethods).values(fields).returning()
      : await tx.update(paymentMethods).set(fields).where(eq(paymentMethods.id, id)).returning();
  if (!saved) throw new Error('A payment method was written and not returned');
  await writeAccounts(tx, saved.id, accounts);
  return { ...saved, accounts };
}

interface NumberChange {
  methodId: number;
  /** The wallet that the number belongs to, where it is one that the panel knows. */
  wallet: string | undefined;
  adminId: number;
  /** In the shop's time zone, which it names. */
  at: string;
  isNew: boolean;
}

/** To every admin: customers' money goes elsewhere from now on. The number itself was typed, so it stands in the audit alone. */
function numberChangedMail(panel: string, { methodId, wallet, adminId, at, isNew }: NumberChange): MailText {
  const method = wallet ? `payment method ${methodId} (${wallet})` : `payment method ${methodId}`;
  return {
    subject: isNew
      ? `Customers can pay to a new number (${method})`
      : `The number that customers pay to was changed (${method})`,
    body: `Hello,

${isNew ? `a new number that customers pay to was added, ${method}` : `the number that customers pay to was changed, of ${method}`}.

When: ${at}
By admin ${adminId}: ${panel}/dashboard/users/${adminId}
Before and after: ${panel}/dashboard/audit?subject=paymentMethod&id=${methodId}
The number now: ${panel}/dashboard/settings?section=methods

If no admin of yours did this, correct the number, block that admin and end their sessions at once.
`,
  };
}

import type { MailText } from '../../base/mail/write-mail.ts';

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
export function numberChangedMail(panel: string, { methodId, wallet, adminId, at, isNew }: NumberChange): MailText {
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

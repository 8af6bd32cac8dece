import { lazy } from 'react';
import { sum } from '#shared/money.ts';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { $language, languageInfo } from '../../../i18n/language.ts';
import { formatDollars } from '../../../lib/money.ts';
import { type Actions, approval, rejection } from '../review-queue/declaration.ts';
import { creditOf, paidInstead, type Recharge } from './recharge.ts';

export const loadDuplicateDialog = () => import('./duplicate-dialog.tsx');
const DuplicateDialog = lazy(loadDuplicateDialog);

const canRun = ({ status }: Recharge) => status === 'pending';

/** The decisions on recharges. */
export const rechargeActions = {
  approve: {
    ...approval,
    words(recharge?: Recharge) {
      const paid = recharge && paidInstead(recharge);
      if (!paid) return approval.words();
      const t = adminRechargeTexts.get();
      const amount = formatDollars(paid);
      return {
        ...approval.words(),
        label: t.creditPaid({ amount }),
        longLabel: t.creditPaidLong({ amount }),
        send: (what: string) => t.creditPaidWhat({ amount, what }),
      };
    },
    decision: 'approve',
    canRun,
    terms: (recharge) => (paidInstead(recharge) ? { creditPaid: true } : undefined),
    consequence(recharges) {
      const total = formatDollars(sum(recharges.map(({ amountNanos }) => amountNanos)));
      const text = adminRechargeTexts.get().approveConsequence({ total });
      return `${text} ${warnings(recharges)}`.trim();
    },
    dialog: (recharge, { send, close }) =>
      recharge.isDuplicate ? <DuplicateDialog recharge={recharge} send={send} onClose={close} /> : undefined,
    toast: (recharge) => {
      const values = { amount: formatDollars(creditOf(recharge)), customer: recharge.user.name };
      return done(adminRechargeTexts.get().added(values));
    },
  },
  reject: {
    ...rejection,
    decision: 'reject',
    canRun,
    consequence: () => adminRechargeTexts.get().rejectConsequence,
    toast: ({ id, user, amountNanos }) => {
      const values = { id: String(id), customer: user.name, amount: formatDollars(amountNanos) };
      return done(adminRechargeTexts.get().rejectedSent(values));
    },
  },
} satisfies Actions<Recharge>;

/** Both decisions have the same title; the text below it names the decision. */
function done(text: string) {
  return { title: adminRechargeTexts.get().approved, text };
}

/** Warnings with the recharges whose transaction ID another request has too, or one that looks like it, and whose messages say another amount. */
function warnings(recharges: readonly Recharge[]): string {
  const t = adminRechargeTexts.get();
  const warning = (text: typeof t.duplicates, isMeant: (recharge: Recharge) => unknown) => {
    const ids = recharges.filter(isMeant).map(({ id }) => String(id));
    const list = new Intl.ListFormat(languageInfo[$language.get()].locale);
    return ids.length > 0 ? text({ count: ids.length, ids: list.format(ids) }) : '';
  };
  const same = warning(t.duplicates, ({ isDuplicate }) => isDuplicate);
  const looks = warning(t.lookAlikes, ({ lookAlike }) => lookAlike);
  const paid = warning(t.otherAmounts, ({ match }) => match && !match.checks.amount);
  return [same, looks, paid].filter(Boolean).join(' ');
}

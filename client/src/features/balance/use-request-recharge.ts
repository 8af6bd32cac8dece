import { useStore } from '@nanostores/react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Taka } from '#shared/money.ts';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { readError, showFormError } from '../../lib/errors.ts';
import { formatDollars, formatTaka } from '../../lib/money.ts';
import { useMoneyAction } from '../../lib/money-actions/use-money-action.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { confirm, showMessage, showSuccess } from '../../lib/toasts/toasts.ts';
import { directClient, type Inputs, type Outputs, trpc } from '../../lib/trpc.ts';
import { forgetTypedDraft, keepTypedReference, type RechargeDraft } from './recharge-draft.ts';

interface RequestRecharge {
  draft: RechargeDraft;
  form: UseFormReturn<{ reference: string }>;
  showTotal: (totalTaka: Taka) => void;
}

type Sent = Omit<Inputs['balance']['requestRecharge'], 'requestId'> & { expectedPaidTaka: Taka };
type Requested = Outputs['balance']['requestRecharge'];

/** Requests the recharge, and reports its outcome on any page. */
export function useRequestRecharge({ draft, form, showTotal }: RequestRecharge) {
  const t = useStore(paymentTexts);
  const navigate = useNavigate();
  const utils = trpc.useUtils();

  const { isPending, start } = useMoneyAction<Sent, Requested>({
    name: `recharge:${session.get().user?.id ?? ''}`,
    send: (recharge) => directClient.balance.requestRecharge.mutate(recharge),
    describe,
    settle() {
      // The choice of Add Balance may be a new one, so it stays.
      keepTypedReference('');
      void utils.balance.recharges.invalidate();
    },
    here: {
      done() {
        forgetTypedDraft();
        showSuccess(t.posted);
        void navigate(paths.dashboard);
      },
      failed: (error, sent) => explain(error, sent),
    },
    elsewhere: {
      done: (_requested, sent) =>
        showSuccess(t.posted, describe(sent), { to: paths.rechargeHistory, label: t.seeRecharges }),
      failedTitle: t.failed,
    },
  });

  const request = (reference: string, expectedPaidTaka: Taka = draft.totalTaka): Promise<void> => {
    const { method, amountNanos } = draft;
    return start({ method, amountNanos, reference, expectedPaidTaka });
  };

  const explain = async (error: unknown, { reference, expectedPaidTaka: oldTotal }: Sent): Promise<void> => {
    const { code, details } = readError(error);
    if (code === 'rate_changed' && details.paidTaka !== undefined) {
      const newTotal = details.paidTaka;
      showTotal(newTotal);
      void utils.balance.methods.invalidate();
      const question = () => {
        const { rateChanged, newTotal: text, requestWith, notNow } = paymentTexts.get();
        const now = formatTaka(newTotal);
        return {
          title: rateChanged,
          text: text({ now, before: formatTaka(oldTotal) }),
          confirmLabel: requestWith({ total: now }),
          cancelLabel: notNow,
        };
      };
      const agreed = await confirm(question, 'plain');
      if (agreed) await request(reference, newTotal);
      return;
    }
    if (code === 'idempotency_conflict') return showMessage(t.earlierArrived, t.earlierArrivedText);
    showFormError(form, error, t.failed);
  };

  return { request, isProcessing: isPending };
}

/** "$10.00, Nagad, 9A7BC2D4EF". */
function describe({ amountNanos, method, reference }: Sent): string {
  return [formatDollars(amountNanos), method, reference].join(', ');
}

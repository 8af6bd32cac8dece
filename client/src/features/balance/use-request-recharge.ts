import { useStore } from '@nanostores/react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { formatTaka, type Taka } from '../../../../shared/money.ts';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { isUnsure, readError, showFormError } from '../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../lib/notices/notices.ts';
import { paths } from '../../lib/paths.ts';
import { useRequestId } from '../../lib/request-id.ts';
import { trpc } from '../../lib/trpc.ts';
import { forgetTypedDraft, keepTypedReference, type RechargeDraft, readTypedReference } from './recharge-draft.ts';

interface RequestRecharge {
  draft: RechargeDraft;
  form: UseFormReturn<{ reference: string }>;
  showTotal: (totalTaka: Taka) => void;
}

/** Asks for the recharge once, however often it is retried and over reloads too, and tells how it went. */
export function useRequestRecharge({ draft, form, showTotal }: RequestRecharge) {
  const t = useStore(paymentTexts);
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const { requestId, renew } = useRequestId(readTypedReference().requestId);
  const mutation = trpc.balance.requestRecharge.useMutation();

  const request = async (reference: string, expectedPaidTaka: Taka = draft.totalTaka): Promise<void> => {
    const { method, amountNanos } = draft;
    keepTypedReference({ requestId });
    try {
      await mutation.mutateAsync({ method, amountNanos, reference, expectedPaidTaka, requestId });
    } catch (error) {
      if (!isUnsure(readError(error))) keepTypedReference({ requestId: undefined });
      await explain(error, reference, expectedPaidTaka);
      return;
    }
    forgetTypedDraft();
    showSuccess(t.posted);
    void utils.balance.recharges.invalidate();
    void navigate(paths.dashboard);
  };

  const explain = async (error: unknown, reference: string, oldTotal: Taka): Promise<void> => {
    const { code, details } = readError(error);
    if (code === 'rate_changed' && details.paidTaka !== undefined) {
      const newTotal = details.paidTaka;
      showTotal(newTotal);
      void utils.balance.methods.invalidate();
      const agreed = await confirm({
        title: t.rateChanged,
        text: t.newTotal({ now: formatTaka(newTotal), before: formatTaka(oldTotal) }),
        confirmLabel: t.requestWith({ total: formatTaka(newTotal) }),
        cancelLabel: t.notNow,
        tone: 'plain',
      });
      if (agreed) await request(reference, newTotal);
      return;
    }
    if (code === 'idempotency_conflict') {
      renew();
      void showError(t.failed, t.earlierArrived);
      return;
    }
    showFormError(form, error, t.failed);
  };

  return { request, isProcessing: mutation.isPending };
}

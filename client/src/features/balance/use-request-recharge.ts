import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { formatTaka, type Taka } from '../../../../shared/money.ts';
import { isUnsure, readError, showFormError } from '../../lib/errors.ts';
import { confirm, showError, showSuccess } from '../../lib/notices/notices.ts';
import { paths } from '../../lib/paths.ts';
import { useRequestId } from '../../lib/request-id.ts';
import { trpc } from '../../lib/trpc.ts';
import { forgetTypedDraft, keepTypedReference, type RechargeDraft, readTypedReference } from './recharge-draft.ts';

const FAILED = 'Balance request Failed';

interface RequestRecharge {
  draft: RechargeDraft;
  form: UseFormReturn<{ reference: string }>;
  showTotal: (totalTaka: Taka) => void;
}

/** Asks for the recharge once, however often it is retried and over reloads too, and tells how it went. */
export function useRequestRecharge({ draft, form, showTotal }: RequestRecharge) {
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
    showSuccess('Balance request Posted Successfully');
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
        title: 'The rate has changed',
        text: `The total is now ${formatTaka(newTotal)} instead of ${formatTaka(oldTotal)}. Do you want to request it with the new total?`,
        confirmLabel: `Request with ${formatTaka(newTotal)}`,
        cancelLabel: 'Not now',
        tone: 'plain',
      });
      if (agreed) await request(reference, newTotal);
      return;
    }
    if (code === 'idempotency_conflict') {
      renew();
      void showError(
        FAILED,
        'Your earlier try has arrived after all. Please look at your recharge history before you send another.',
      );
      return;
    }
    showFormError(form, error, FAILED);
  };

  return { request, isProcessing: mutation.isPending };
}

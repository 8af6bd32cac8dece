import { Alert, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { z } from 'zod';
import { reverseRechargeInput } from '#shared/balance.ts';
import { type Nanos, nanos, negate, subtract } from '#shared/money.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { CheckboxField, TextAreaField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { rechargeDetailsTexts } from '../../../i18n/en/admin/recharge-details.ts';
import { fieldMessage, isUnsure, readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatDollars } from '../../../lib/money.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showMessage, showRefusal, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { decidedAlready, noAnswer, refusalText } from '../review-queue/refusal-text.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import { BalanceChange } from '../users/balance-change.tsx';
import type { Recharge } from './recharge.ts';

/** Reverses a recharge that was approved by mistake, up to the available balance. Mount it when it opens. */
export default function ReverseDialog({ recharge, onClose }: { recharge: Recharge; onClose: () => void }) {
  const { id, user, amountNanos } = recharge;
  const t = useStore(rechargeDetailsTexts);
  const words = useStore(adminTexts);
  const { requestId } = useRequestId();
  const refresh = useReadMoneyAgain();
  // The current balance, not a cached one.
  const customer = trpc.admin.users.get.useQuery({ id: user.id }, { staleTime: 0, gcTime: 0 });
  const { mutateAsync } = trpc.admin.recharges.reverse.useMutation();
  const balanceNanos = customer.data?.balanceNanos;
  const takenNanos = nanos(Math.min(balanceNanos ?? 0, amountNanos));
  const isSpent = balanceNanos !== undefined && takenNanos < amountNanos;
  const form = useSchemaForm(reverseForm(isSpent), { reason: '', takeAvailable: false });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ reason, takeAvailable }) => {
    try {
      const reversed = await mutateAsync({ id, reason, takeAvailable, requestId });
      showSuccess(t.reversed, outcome(user.name, reversed.reversedNanos, reversed.unrecoveredNanos));
      onClose();
    } catch (thrown) {
      const error = readError(thrown);
      const told = decidedAlready(error);
      if (told) {
        showRefusal(t.reverseFailed, `${t.title({ id: String(id) })}: ${told}`);
        onClose();
      } else if (isUnsure(error)) {
        void showMessage(noAnswer(), refusalText(error));
      } else {
        showFormError(form, thrown, t.reverseFailed);
      }
      await customer.refetch();
    }
    await refresh();
  });

  return (
    <FormDialog
      title={t.reverseAsk({ id: String(id), customer: user.name })}
      text={t.reverseText({ amount: formatDollars(amountNanos) })}
      submitLabel={balanceNanos === undefined ? t.reverse : t.takeBack({ amount: formatDollars(takenNanos) })}
      pendingLabel={t.reversing}
      pending={isSubmitting || customer.isPending}
      movesMoney
      tone="danger"
      onSubmit={submit}
      onClose={onClose}
    >
      {balanceNanos !== undefined && (
        <Stack gap="2">
          <BalanceChange beforeNanos={balanceNanos} amountNanos={negate(takenNanos)} />
          {isSpent && (
            <Alert.Root status="warning" size="sm">
              <Alert.Indicator />
              <Alert.Content gap="1">
                <Text>{t.spent({ amount: formatDollars(subtract(amountNanos, takenNanos)) })}</Text>
                <CheckboxField
                  label={t.takeThere({ amount: formatDollars(takenNanos) })}
                  checked={watch('takeAvailable')}
                  onChange={(checked) => setValue('takeAvailable', checked, { shouldValidate: formState.isSubmitted })}
                />
                {errors.takeAvailable && (
                  <Text color="fg.error">{fieldMessage(errors.takeAvailable.message ?? '')}</Text>
                )}
              </Alert.Content>
            </Alert.Root>
          )}
        </Stack>
      )}
      {customer.isPending && <LoadingStack heights={['16']} />}
      {customer.isError && !customer.data && (
        <ErrorState error={customer.error} onRetry={() => void customer.refetch()} />
      )}
      <TextAreaField
        label={words.reason}
        rows={2}
        maxLength={500}
        hint={words.customerSees}
        error={errors.reason}
        {...register('reason')}
      />
    </FormDialog>
  );
}

function reverseForm(isSpent: boolean) {
  const { reason } = reverseRechargeInput.shape;
  const takeAvailable = z.boolean().refine((takes) => takes || !isSpent, 'Tick this to take back what is there');
  return z.object({ reason, takeAvailable });
}

function outcome(name: string, takenNanos: Nanos | null, missingNanos: Nanos | null): string {
  const t = rechargeDetailsTexts.get();
  const taken = { amount: formatDollars(takenNanos ?? nanos(0)), customer: name };
  return missingNanos
    ? t.reversedOutcomePartly({ ...taken, missing: formatDollars(missingNanos) })
    : t.reversedOutcome(taken);
}

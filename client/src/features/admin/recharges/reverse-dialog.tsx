import { Alert, Stack, Text } from '@chakra-ui/react';
import { z } from 'zod';
import { reverseRechargeInput } from '#shared/balance.ts';
import { type Nanos, nanos, negate, subtract } from '#shared/money.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { CheckboxField, TextAreaField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { isUnsure, readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatDollars } from '../../../lib/money.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { showMessage, showRefusal, showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { decidedAlready, NO_ANSWER, refusalText } from '../review-queue/refusal-text.ts';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import { BalanceChange } from '../users/balance-change.tsx';
import type { Recharge } from './recharge-decisions.tsx';

const failureTitle = 'Failed to reverse the recharge';

/** Reverses a recharge that was approved by mistake, up to the available balance. Mount it when it opens. */
export default function ReverseDialog({ recharge, onClose }: { recharge: Recharge; onClose: () => void }) {
  const { id, user, amountNanos } = recharge;
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
      showSuccess('Recharge reversed', outcome(user.name, reversed.reversedNanos, reversed.unrecoveredNanos));
      onClose();
    } catch (thrown) {
      const error = readError(thrown);
      const told = decidedAlready(error);
      if (told) {
        showRefusal(failureTitle, `Recharge ${id}: ${told}`);
        onClose();
      } else if (isUnsure(error)) {
        void showMessage(NO_ANSWER, refusalText(error));
      } else {
        showFormError(form, thrown, failureTitle);
      }
      await customer.refetch();
    }
    await refresh();
  });

  return (
    <FormDialog
      title={`Reverse recharge ${id} of ${user.name}?`}
      text={`${formatDollars(amountNanos)} was added. It is taken back once, the recharge stays approved, and its transaction ID stays used.`}
      submitLabel={balanceNanos === undefined ? 'Reverse' : `Take back ${formatDollars(takenNanos)}`}
      pendingLabel="Reversing…"
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
                <Text>
                  {formatDollars(subtract(amountNanos, takenNanos))} of it is spent. That is noted, and never collected
                  later.
                </Text>
                <CheckboxField
                  label={`Take the ${formatDollars(takenNanos)} that is there`}
                  checked={watch('takeAvailable')}
                  onChange={(checked) => setValue('takeAvailable', checked, { shouldValidate: formState.isSubmitted })}
                />
                {errors.takeAvailable && <Text color="fg.error">{errors.takeAvailable.message}</Text>}
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
        label="Reason"
        rows={2}
        maxLength={500}
        hint="The customer sees it."
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
  const taken = `${formatDollars(takenNanos ?? nanos(0))} was taken back from ${name}.`;
  return missingNanos ? `${taken} ${formatDollars(missingNanos)} had been spent.` : taken;
}

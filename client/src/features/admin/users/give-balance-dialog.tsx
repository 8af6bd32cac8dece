import { useMemo } from 'react';
import { z } from 'zod';
import { formatBalance, type Nanos } from '../../../../../shared/money.ts';
import { giveBalanceInput } from '../../../../../shared/users.ts';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useShowBalance } from '../../../lib/balance.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { useSession } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import { parseTypedDollars, typedDollars } from '../../../lib/typed-numbers.ts';
import { ReasonField } from '../reason-field.tsx';
import { BalanceChange } from './balance-change.tsx';
import type { User } from './user.ts';

const MAX_DECIMALS = 9;

/** Gives a user balance, or takes back; shows what they have before and after. Mount it when it opens. */
export default function GiveBalanceDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { requestId } = useRequestId();
  const utils = trpc.useUtils();
  const me = useSession().user;
  const showOwnBalance = useShowBalance();
  const { mutateAsync } = trpc.admin.users.giveBalance.useMutation();
  const schema = useMemo(() => giveBalanceForm(user.balanceNanos), [user.balanceNanos]);
  const form = useSchemaForm(schema, { amountNanos: '', reason: '' });
  const { register, handleSubmit, watch, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ amountNanos, reason }) => {
    try {
      const { balanceNanos } = await mutateAsync({ id: user.id, amountNanos, reason, requestId });
      showSuccess('Balance added successfully', `${user.name} now has ${formatBalance(balanceNanos)}.`);
      if (user.id === me?.id) showOwnBalance(balanceNanos);
      onClose();
    } catch (error) {
      showFormError(form, error, 'Failed to add balance');
    }
    await utils.admin.users.list.invalidate();
  });

  return (
    <FormDialog
      title={`Give Balance to ${user.name}`}
      submitLabel="Submit"
      pendingLabel="Saving…"
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Amount"
        autoComplete="off"
        data-autofocus
        placeholder="0.00"
        hint="In dollars. A negative amount takes back."
        error={errors.amountNanos}
        {...register('amountNanos')}
      />
      <BalanceChange
        beforeNanos={user.balanceNanos}
        amountNanos={parseTypedDollars(watch('amountNanos'), MAX_DECIMALS)}
      />
      <ReasonField hint="The customer sees it in their statement." error={errors.reason} {...register('reason')} />
    </FormDialog>
  );
}

function giveBalanceForm(balanceNanos: Nanos) {
  const { amountNanos, reason } = giveBalanceInput.shape;
  const mayTakeBack = amountNanos.refine(
    (amount) => balanceNanos + amount >= 0,
    `At most ${formatBalance(balanceNanos)} can be taken back`,
  );
  return z.object({ amountNanos: typedDollars(mayTakeBack, 'Amount is required', MAX_DECIMALS), reason });
}

import { useMemo } from 'react';
import { z } from 'zod';
import { formatAmount, formatBalance, type Nanos, negate } from '../../../../../shared/money.ts';
import { giveBalanceInput } from '../../../../../shared/users.ts';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useShowBalance } from '../../../lib/balance.ts';
import { showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/notices/notices.ts';
import { parseTypedDollars } from '../../../lib/parse-typed.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { useSession } from '../../../lib/session.ts';
import { trpc } from '../../../lib/trpc.ts';
import { typedDollarsExplained } from '../../../lib/typed-numbers.ts';
import { ReasonField } from '../reason-field.tsx';
import { BalanceChange } from './balance-change.tsx';
import type { User } from './user.ts';

const MAX_DECIMALS = 9;
const TOO_LARGE = 'At most $10,000 at a time';

type Receiver = Pick<User, 'id' | 'name' | 'balanceNanos'>;

/** Gives a user balance, or takes back; shows what they have before and after. Mount it when it opens. */
export default function GiveBalanceDialog({ user, onClose }: { user: Receiver; onClose: () => void }) {
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
      const { done } = wordsFor(amountNanos);
      showSuccess(done, `${formatMoved(amountNanos)} ${user.name} now has ${formatBalance(balanceNanos)}.`);
      if (user.id === me?.id) showOwnBalance(balanceNanos);
      onClose();
    } catch (error) {
      showFormError(form, error, wordsFor(amountNanos).failed);
    }
    await utils.admin.users.invalidate();
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

/** What was taken back was not added. */
function wordsFor(amountNanos: Nanos) {
  return amountNanos > 0
    ? { done: 'Balance added successfully', failed: 'Failed to add balance' }
    : { done: 'Balance taken back successfully', failed: 'Failed to take back balance' };
}

function formatMoved(amountNanos: Nanos): string {
  return amountNanos > 0
    ? `${formatAmount(amountNanos)} was given.`
    : `${formatAmount(negate(amountNanos))} was taken back.`;
}

function giveBalanceForm(balanceNanos: Nanos) {
  const { amountNanos, reason } = giveBalanceInput.shape;
  const mayTakeBack = amountNanos.refine(
    (amount) => balanceNanos + amount >= 0,
    `At most ${formatBalance(balanceNanos)} can be taken back`,
  );
  return z.object({ amountNanos: typedDollarsExplained(mayTakeBack, MAX_DECIMALS, TOO_LARGE), reason });
}

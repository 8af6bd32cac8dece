import { Alert } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { maxMoveMessage, type Nanos, negate } from '#shared/money.ts';
import { giveBalanceInput } from '#shared/users.ts';
import { TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useShowBalance } from '../../../lib/balance.ts';
import { isUnsure, readError, showFormError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { formatAmount, formatBalance } from '../../../lib/money.ts';
import { findPending, forgetPending, keepPending } from '../../../lib/money-actions/pending-actions.ts';
import { parseTypedDollars } from '../../../lib/parse-typed.ts';
import { userPath } from '../../../lib/paths.ts';
import { useRequestId } from '../../../lib/request-id.ts';
import { useSession } from '../../../lib/session.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { typedDollarsExplained } from '../../../lib/typed-numbers.ts';
import { ReasonField } from '../reason-field.tsx';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import { BalanceChange } from './balance-change.tsx';
import type { User } from './user.ts';

const MAX_DECIMALS = 9;

type Receiver = Pick<User, 'id' | 'name' | 'balanceNanos'>;

/**
 * Adds balance to a user or takes it back; shows the balance before and after. A try whose response was lost can only be sent again
 * unchanged and with its key, also after a reload, so that it moves money once. Mount it when it opens.
 */
export default function GiveBalanceDialog({ user, onClose }: { user: Receiver; onClose: () => void }) {
  const readMoneyAgain = useReadMoneyAgain();
  const me = useSession().user;
  const name = `grant:${me?.id ?? ''}:${user.id}`;
  const [unanswered, setUnanswered] = useState(() => readUnanswered(me?.id, name));
  /** Why there was no response to a try in this dialog. */
  const [whyUnanswered, setWhyUnanswered] = useState<string>();
  const { requestId } = useRequestId(unanswered?.requestId);
  const showOwnBalance = useShowBalance();
  const { mutateAsync } = trpc.admin.users.giveBalance.useMutation();
  // The balance may already include the lost try.
  const takeableNanos = unanswered ? null : user.balanceNanos;
  const schema = useMemo(() => giveBalanceForm(takeableNanos), [takeableNanos]);
  const form = useSchemaForm(schema, unanswered?.typed ?? { amountNanos: '', reason: '' });
  const { register, handleSubmit, watch, getValues, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ amountNanos, reason }) => {
    const attempt = { requestId, typed: getValues() };
    const what = `${formatAmount(amountNanos)}, ${user.name}`;
    keepPending(me?.id, { name, requestId, path: userPath(user.id), what, input: attempt.typed, isReported: true });
    try {
      const { balanceNanos } = await mutateAsync({ id: user.id, amountNanos, reason, requestId });
      forgetPending(me?.id, name);
      const { done } = wordsFor(amountNanos);
      showSuccess(done, `${formatMoved(amountNanos)} ${user.name} now has ${formatBalance(balanceNanos)}.`);
      if (user.id === me?.id) showOwnBalance(balanceNanos);
      onClose();
    } catch (error) {
      const isStillUnsure = isUnsure(readError(error), unanswered !== null);
      setUnanswered(isStillUnsure ? attempt : null);
      setWhyUnanswered(isStillUnsure ? readError(error).message : undefined);
      if (!isStillUnsure) {
        forgetPending(me?.id, name);
        showFormError(form, error, wordsFor(amountNanos).failed);
      }
    }
    await readMoneyAgain();
  });

  return (
    <FormDialog
      title={`Give Balance to ${user.name}`}
      submitLabel={unanswered ? 'Send again' : 'Submit'}
      pendingLabel="Saving…"
      pending={isSubmitting}
      movesMoney
      onSubmit={submit}
      onClose={onClose}
    >
      {unanswered && (
        <Alert.Root status="info" size="sm" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>No answer came to your last try</Alert.Title>
            <Alert.Description>
              {whyUnanswered} Send it again unchanged: if it did arrive, nothing moves a second time.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <TextField
        label="Amount"
        autoComplete="off"
        data-autofocus
        placeholder="0.00"
        hint="In dollars. A negative amount takes back."
        error={errors.amountNanos}
        readOnly={unanswered !== null}
        {...register('amountNanos')}
      />
      {unanswered === null && (
        <BalanceChange
          beforeNanos={user.balanceNanos}
          amountNanos={parseTypedDollars(watch('amountNanos'), MAX_DECIMALS)}
        />
      )}
      <ReasonField
        hint="The customer sees it in their statement."
        error={errors.reason}
        readOnly={unanswered !== null}
        {...register('reason')}
      />
    </FormDialog>
  );
}

const typedGrant = z.object({ amountNanos: z.string(), reason: z.string().optional() });

/** The last unanswered try to give this user balance, as typed; else null. */
function readUnanswered(adminId: number | undefined, name: string) {
  const { requestId = '', input } = findPending(adminId, name) ?? {};
  const typed = typedGrant.safeParse(input).data;
  return typed ? { requestId, typed } : null;
}

/** A negative amount is "taken back", not "added". */
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

/** @param takeableNanos the most that can be taken back, or null if only the server knows */
function giveBalanceForm(takeableNanos: Nanos | null) {
  const { amountNanos, reason } = giveBalanceInput.shape;
  const mayTakeBack =
    takeableNanos === null
      ? amountNanos
      : amountNanos.refine(
          (amount) => takeableNanos + amount >= 0,
          `At most ${formatBalance(takeableNanos)} can be taken back`,
        );
  return z.object({ amountNanos: typedDollarsExplained(mayTakeBack, MAX_DECIMALS, maxMoveMessage), reason });
}

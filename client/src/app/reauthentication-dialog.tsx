import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { reauthenticateInput } from '#shared/second-factor.ts';
import { CodeField } from '../components/code-field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { reauthenticationTexts } from '../i18n/en/reauthentication.ts';
import { readError } from '../lib/errors.ts';
import { useSchemaForm } from '../lib/form.ts';
import type { Confirmation, ConfirmBy } from '../lib/reauthentication.ts';
import { returnFocus } from '../lib/return-focus.ts';
import { useSession } from '../lib/session.ts';
import { trpc } from '../lib/trpc.ts';

const [byPassword, byCode] = reauthenticateInput.options;
const schemas = {
  password: z.object({ entered: byPassword.shape.password }),
  code: z.object({ entered: byCode.shape.code }),
};

interface ReauthenticationDialogProps {
  confirmation: Confirmation;
  /** The element with the focus before. */
  returnTo: () => HTMLElement | null;
}

/** Asks for the password, or for a code of the second factor. Mount it when it opens. */
export default function ReauthenticationDialog({ confirmation, returnTo }: ReauthenticationDialogProps) {
  const [confirmBy, setConfirmBy] = useState(confirmation.confirmBy);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- The place is read once, when the dialog closes.
  useEffect(() => () => returnFocus(returnTo()), []);
  return <Question key={confirmBy} confirmation={confirmation} confirmBy={confirmBy} setConfirmBy={setConfirmBy} />;
}

interface QuestionProps {
  confirmation: Confirmation;
  confirmBy: ConfirmBy;
  setConfirmBy: (confirmBy: ConfirmBy) => void;
}

function Question({ confirmation: { path, answer }, confirmBy, setConfirmBy }: QuestionProps) {
  const t = useStore(reauthenticationTexts);
  const { user } = useSession();
  const form = useSchemaForm(schemas[confirmBy], { entered: '' });
  const { mutateAsync } = trpc.auth.reauthenticate.useMutation({ gcTime: 0 });
  const [problem, setProblem] = useState<string>();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ entered }) => {
    setProblem(undefined);
    try {
      await mutateAsync(confirmBy === 'password' ? { password: entered } : { code: entered });
      answer(true);
    } catch (error) {
      const { code, message, details } = readError(error);
      // The second factor was turned on or off in the meantime.
      if (details.confirmBy && details.confirmBy !== confirmBy) setConfirmBy(details.confirmBy);
      else if (code === 'wrong_password' || code === 'wrong_code') {
        form.setError('entered', { type: 'server', message });
        form.setFocus('entered', { shouldSelect: true });
      } else setProblem(message);
    }
  });

  const field = { error: errors.entered, 'data-autofocus': true, ...form.register('entered') };
  return (
    <FormDialog
      title={t.title}
      text={`${t[reasonOf(path)]} ${t.tenMinutes}`}
      submitLabel={t.confirm}
      pendingLabel={t.confirming}
      pending={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={() => answer(false)}
    >
      {problem && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t.failed}</Alert.Title>
            <Alert.Description>{problem}</Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      {confirmBy === 'password' ? (
        <>
          {/* Password managers find the password by it. */}
          <input type="text" autoComplete="username" value={user?.userName ?? ''} readOnly hidden />
          <PasswordField label={t.password} autoComplete="current-password" {...field} />
        </>
      ) : (
        <CodeField {...field} />
      )}
    </FormDialog>
  );
}

type Reason =
  | 'money'
  | 'reversal'
  | 'methods'
  | 'settings'
  | 'role'
  | 'account'
  | 'outgoing'
  | 'keys'
  | 'webhooks'
  | 'supplier'
  | 'other';

const reasons: ReadonlyMap<string, Reason> = new Map([
  ['admin.users.giveBalance', 'money'],
  ['admin.recharges.decide', 'money'],
  ['admin.jobs.start', 'money'],
  ['admin.recharges.reverse', 'reversal'],
  ['admin.paymentMethods.save', 'methods'],
  ['admin.paymentMethods.delete', 'methods'],
  ['admin.settings.update', 'settings'],
  ['admin.users.setRole', 'role'],
  ['admin.users.resetTwoFactor', 'account'],
  ['admin.outgoing.release', 'outgoing'],
  ['keys.create', 'keys'],
  ['keys.roll', 'keys'],
  ['webhooks.create', 'webhooks'],
  ['webhooks.update', 'webhooks'],
  ['webhooks.rollSecret', 'webhooks'],
  ['admin.suppliers.save', 'supplier'],
]);

function reasonOf(path: string): Reason {
  return reasons.get(path) ?? 'other';
}

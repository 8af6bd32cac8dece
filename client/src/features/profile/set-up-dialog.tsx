import { Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import { type BegunSecondFactor, beginSecondFactorInput, secondFactorCodeInput } from '#shared/second-factor.ts';
import { CodeField } from '../../components/code-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { NumberedSteps } from '../../components/numbered-steps.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { profileTexts } from '../../i18n/en/profile.ts';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { isWrongCode, showCodeError } from '../../lib/code-errors.ts';
import { applyFieldErrors } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { useIsWide, useMedia } from '../../lib/media.ts';
import { showWarning } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { useStoring } from '../../lib/use-storing.ts';
import { AppEntry } from './app-entry.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** The form's fields by step: each step checks its own. */
const schemas = {
  password: z.object({ password: beginSecondFactorInput.shape.password, code: z.string() }),
  code: z.object({ password: z.string(), code: secondFactorCodeInput.shape.code }),
};

const empty = { password: '', code: '' };

interface SetUpDialogProps {
  /** Whether the user has one by now. */
  isOn: boolean;
  userName: string;
  onClose: () => void;
}

/**
 * Sets up a second factor: the password, the key for the authenticator app with its first code, and the recovery codes. Nothing is on
 * before that code. Password, key and codes are in this dialog's memory only.
 */
export function SetUpDialog({ isOn, userName, onClose }: SetUpDialogProps) {
  const t = useStore(secondFactorTexts);
  const { currentPassword } = useStore(profileTexts);
  const utils = trpc.useUtils();
  const [begun, setBegun] = useState<BegunSecondFactor>();
  const form = useSchemaForm(begun ? schemas.code : schemas.password, empty, { isJudgedOnSubmit: true });
  const begin = trpc.auth.twoFactor.begin.useMutation({
    gcTime: 0,
    onSuccess(answer) {
      form.resetField('password');
      setBegun(answer);
    },
    onError(error) {
      applyFieldErrors(form, error);
      void utils.auth.profile.invalidate();
    },
  });
  const confirm = trpc.auth.twoFactor.confirm.useMutation({
    gcTime: 0,
    onSuccess() {
      void utils.auth.profile.invalidate();
      void utils.auth.sessions.invalidate();
    },
    onError(error) {
      showCodeError(form, error);
      void utils.auth.profile.invalidate();
    },
  });
  const codes = confirm.data?.recoveryCodes;
  const { register, handleSubmit, setFocus, formState } = form;
  const { errors } = formState;
  const storing = useStoring(codes !== undefined, onClose);
  const isWide = useIsWide();
  // On a phone the keyboard would cover the key.
  const hasMouse = useMedia('(pointer: fine)');
  useEffect(() => {
    if (begun && hasMouse) setFocus('code');
  }, [begun, hasMouse, setFocus]);

  // Another tab has turned it on, or the answer with the codes was lost.
  const isOnElsewhere = isOn && begun !== undefined && !codes && !confirm.isPending;
  useEffect(() => {
    if (!isOnElsewhere) return;
    showWarning(secondFactorTexts.get().turnedOn, secondFactorTexts.get().codesLost);
    onClose();
  }, [isOnElsewhere, onClose]);

  const stop = () => {
    if (begun) showWarning(t.staysOff, t.staysOffText);
    onClose();
  };
  const { submit, ...stored } = storing;
  return (
    <FormDialog
      title={codes ? t.turnedOn : t.setUpTitle}
      text={codes ? t.turnedOnText : begun ? undefined : t.passwordFirst}
      submitLabel={codes ? t.done : begun ? t.turnOn : t.goOn}
      pendingLabel={begun ? t.turningOn : t.checking}
      pending={begin.isPending || confirm.isPending}
      mustFinish={codes !== undefined}
      onSubmit={
        codes
          ? submit
          : handleSubmit(({ password, code }) => (begun ? confirm.mutate({ code }) : begin.mutate({ password })))
      }
      onClose={stop}
    >
      {codes && <RecoveryCodes codes={codes} userName={userName} {...stored} />}
      {!codes && !isWrongCode(confirm.error) && (
        <FormProblem title={t.setUpFailed} error={begin.error ?? confirm.error} fields={['password']} />
      )}
      {!codes && !begun && (
        <PasswordField
          label={currentPassword}
          autoComplete="current-password"
          error={errors.password}
          {...register('password')}
        />
      )}
      {!codes && begun && (
        <NumberedSteps
          gap="5"
          steps={[
            { key: 'scan', content: <Step title={isWide ? t.scan : t.addToApp}>{<AppEntry {...begun} />}</Step> },
            {
              key: 'code',
              content: (
                <Step>
                  <CodeField label={t.enterFirst} ofAppOnly error={errors.code} {...register('code')} />
                </Step>
              ),
            },
          ]}
        />
      )}
    </FormDialog>
  );
}

function Step({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Stack flex="1" minW="0" gap="3" pt="0.5">
      {title && <Text fontWeight="medium">{title}</Text>}
      {children}
    </Stack>
  );
}

import { useStore } from '@nanostores/react';
import { secondFactorCodeInput } from '#shared/second-factor.ts';
import { CodeField } from '../../components/code-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { secondFactorTexts } from '../../i18n/en/second-factor.ts';
import { isWrongCode, showCodeError } from '../../lib/code-errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { showSuccess } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { useStoring } from '../../lib/use-storing.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface CodeDialogProps {
  task: 'newCodes' | 'turnOff';
  userName: string;
  onClose: () => void;
}

const tasks = {
  newCodes: {
    title: 'newCodes',
    text: 'newCodesText',
    submitLabel: 'makeCodes',
    pendingLabel: 'making',
    failed: 'codesFailed',
  },
  turnOff: {
    title: 'turnOffTitle',
    text: 'turnOffText',
    submitLabel: 'turnOff',
    pendingLabel: 'turningOff',
    failed: 'turnOffFailed',
  },
} as const;

/** Asks for a code, and makes new recovery codes, which it then displays, or turns the second factor off. */
export function CodeDialog({ task, userName, onClose }: CodeDialogProps) {
  const t = useStore(secondFactorTexts);
  const { title, text, submitLabel, pendingLabel, failed } = tasks[task];
  const utils = trpc.useUtils();
  const form = useSchemaForm(secondFactorCodeInput, { code: '' }, { isJudgedOnSubmit: true });
  const options = {
    gcTime: 0,
    onError: (error: unknown) => void showCodeError(form, error),
    onSettled: () => void utils.auth.profile.invalidate(),
  };
  const renew = trpc.auth.twoFactor.recoveryCodes.useMutation(options);
  const disable = trpc.auth.twoFactor.disable.useMutation({
    ...options,
    onSuccess() {
      showSuccess(t.turnedOff);
      onClose();
    },
  });
  const request = task === 'newCodes' ? renew : disable;
  const codes = renew.data?.recoveryCodes;
  const { submit, ...stored } = useStoring(codes !== undefined, onClose);
  return (
    <FormDialog
      title={codes ? t.codesNew : t[title]}
      text={codes ? t.codesNewText : t[text]}
      submitLabel={codes ? t.done : t[submitLabel]}
      pendingLabel={t[pendingLabel]}
      pending={request.isPending}
      tone={task === 'turnOff' ? 'danger' : 'plain'}
      mustFinish={codes !== undefined}
      onSubmit={codes ? submit : form.handleSubmit((input) => request.mutate(input))}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} userName={userName} {...stored} />
      ) : (
        <>
          {!isWrongCode(request.error) && <FormProblem title={t[failed]} error={request.error} fields={[]} />}
          <CodeField error={form.formState.errors.code} {...form.register('code')} />
        </>
      )}
    </FormDialog>
  );
}

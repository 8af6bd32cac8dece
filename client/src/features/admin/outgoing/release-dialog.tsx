import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import type { WaitingMails } from '#shared/backups.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { outgoingTexts } from '../../../i18n/en/admin/outgoing.ts';
import { reportError } from '../../../lib/errors.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

export type Held = NonNullable<Outputs['admin']['outgoing']['get']['held']>;

interface ReleaseDialogProps {
  held: Held;
  onClose: () => void;
}

/** Releases emails and jobs; asks about emails that may have been sent already. Mount it when it opens. */
export function ReleaseDialog({ held, onClose }: ReleaseDialogProps) {
  const t = useStore(outgoingTexts);
  const utils = trpc.useUtils();
  const { mutateAsync, isPending } = trpc.admin.outgoing.release.useMutation();
  const [mails, setMails] = useState<WaitingMails>('send');

  const release = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      await mutateAsync({ mails });
      onClose();
      showSuccess(t.done, t.doneText);
    } catch (error) {
      void reportError(t.failed, error);
    }
    await utils.admin.outgoing.invalidate();
  };

  return (
    <FormDialog
      title={t.ask}
      text={t.askText({ mails: t.mails({ count: held.mails }), jobs: t.jobs({ count: held.jobs }) })}
      submitLabel={t.releaseNow}
      pendingLabel={t.releasing}
      pending={isPending}
      onSubmit={(event) => void release(event)}
      onClose={onClose}
    >
      {held.olderMails > 0 && (
        <ChoiceField
          label={t.older({ count: held.olderMails })}
          hint={t.olderHint}
          options={[
            ['send', t.send],
            ['drop', t.drop],
          ]}
          value={mails}
          onChange={({ target }) => setMails(target.value === 'drop' ? 'drop' : 'send')}
        />
      )}
    </FormDialog>
  );
}

import { Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { type FieldError, useController } from 'react-hook-form';
import { createWebhookInput, type WebhookEvent, webhookEvents } from '#shared/webhooks.ts';
import { ChoiceGroup } from '../../../components/choice-group.tsx';
import { CheckboxField, TextField } from '../../../components/fields.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormProblem } from '../../../components/form-problem.tsx';
import { NewSecret } from '../../../components/new-secret.tsx';
import { StoredCheck } from '../../../components/stored-check.tsx';
import { webhookEventTexts, webhooksTexts } from '../../../i18n/en/webhooks.ts';
import { applyFieldErrors, isUnsure, readError } from '../../../lib/errors.ts';
import { useSchemaForm } from '../../../lib/form.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useStoring } from '../../../lib/use-storing.ts';
import type { Webhook } from './use-webhook-changes.ts';

const PLACEHOLDER = 'https://…';

interface WebhookDialogProps {
  /** Undefined for a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

/** Creates a webhook, and then displays its secret, or changes its address and events. Mount it when it opens. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const t = useStore(webhooksTexts);
  const form = useSchemaForm(createWebhookInput, {
    url: webhook?.url ?? '',
    events: webhook?.events ?? [...webhookEvents],
  });
  const { register, handleSubmit, watch, setValue, formState } = form;
  const { errors } = formState;
  const choice = useController({ control: form.control, name: 'events' });
  const utils = trpc.useUtils();
  const { create, update } = useSave({ onClose, onError: (error) => void applyFieldErrors(form, error) });
  const secret = create.data?.secret;
  const { submit, ...storing } = useStoring(create.isPending || secret !== undefined, onClose);
  const save = handleSubmit(({ url, events }) => {
    // A second webhook of a double tap would be one whose secret is never displayed.
    if (utils.webhooks.create.isMutating()) return;
    if (!webhook) return create.mutate({ url, events });
    // Another address has to be confirmed, so the same is not sent.
    update.mutate({ id: webhook.id, events, ...(url !== webhook.url && { url }) });
  });
  return (
    <FormDialog
      title={secret ? t.newSecret : webhook ? t.editTitle : t.createTitle}
      size="lg"
      submitLabel={secret ? t.done : webhook ? t.save : t.create}
      pendingLabel={webhook ? t.saving : t.creating}
      pending={create.isPending || update.isPending}
      mustFinish={secret !== undefined}
      onSubmit={secret ? submit : save}
      onClose={onClose}
    >
      {secret ? (
        <NewSecret secret={secret} name={t.secretOf({ url: watch('url').trim() })} warning={t.copyNow}>
          <StoredCheck label={t.stored} reminder={t.storeFirst} {...storing} />
        </NewSecret>
      ) : (
        <>
          <FormProblem
            title={webhook ? t.saveFailed : isUnsure(readError(create.error)) ? t.createLost : t.createFailed}
            error={create.error ?? update.error}
            fields={['url', 'events']}
          />
          <TextField
            label={t.url}
            hint={t.urlHint}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={PLACEHOLDER}
            error={errors.url}
            {...register('url')}
          />
          <EventFields
            chosen={choice.field.value}
            onChange={(chosen) => setValue('events', chosen, { shouldDirty: true, shouldValidate: true })}
            error={choice.fieldState.error}
            ref={choice.field.ref}
          />
        </>
      )}
    </FormDialog>
  );
}

interface EventFieldsProps {
  chosen: readonly WebhookEvent[];
  onChange: (chosen: WebhookEvent[]) => void;
  error: FieldError | undefined;
  ref: Ref<HTMLFieldSetElement>;
}

function EventFields({ chosen, onChange, error, ref }: EventFieldsProps) {
  const t = useStore(webhooksTexts);
  const names = useStore(webhookEventTexts);
  return (
    <ChoiceGroup label={t.events} error={error} ref={ref}>
      <Stack gap="0.5">
        {webhookEvents.map((event) => (
          <CheckboxField
            key={event}
            label={names[event]}
            checked={chosen.includes(event)}
            onChange={(isOn) =>
              onChange(webhookEvents.filter((each) => (each === event ? isOn : chosen.includes(each))))
            }
          />
        ))}
      </Stack>
    </ChoiceGroup>
  );
}

/** Creating and changing; the list is read again after each. */
function useSave({ onClose, onError }: { onClose: () => void; onError: (error: unknown) => void }) {
  const t = useStore(webhooksTexts);
  const utils = trpc.useUtils();
  const onSettled = () => utils.webhooks.list.invalidate();
  return {
    create: trpc.webhooks.create.useMutation({ gcTime: 0, onError, onSettled }),
    update: trpc.webhooks.update.useMutation({
      onSuccess() {
        showSuccess(t.saved);
        onClose();
      },
      onError,
      onSettled,
    }),
  };
}

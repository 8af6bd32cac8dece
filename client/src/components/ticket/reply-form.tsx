import { Alert, Button, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLock, LuSend } from 'react-icons/lu';
import { typedReply } from '../../../../shared/tickets.ts';
import { conversationTexts } from '../../i18n/en/tickets.ts';
import { applyFieldErrors } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { FormProblem } from '../form-problem.tsx';
import { MessageField } from './message-field.tsx';
import { readTyped, useDraft } from './use-draft.ts';

interface ReplyFormProps {
  /** Under which what is typed is kept until it was sent. */
  draftName: string;
  send: {
    /** @returns a promise that is settled when the message is on screen */
    mutateAsync: (reply: { message: string; requestId: string }) => Promise<unknown>;
    isPending: boolean;
    error: unknown;
  };
  /** Where nothing may be written until the ticket is opened again; what is typed stays. */
  reopen?: { onClick: () => void; isPending: boolean } | undefined;
}

/** Writes in a ticket. What is typed stays until the server has it, over a failure and over a reload. */
export function ReplyForm({ draftName, send, reopen }: ReplyFormProps) {
  const t = useStore(conversationTexts);
  const form = useSchemaForm(typedReply, { message: readTyped(draftName).message ?? '' });
  const { register, handleSubmit, formState, watch, reset } = form;
  const draft = useDraft(draftName, form);
  const typed = watch('message');
  const submit = handleSubmit(async (reply) => {
    try {
      await send.mutateAsync({ ...reply, requestId: draft.requestIdOf(reply) });
      reset({ message: '' });
      draft.forget();
    } catch (error) {
      applyFieldErrors(form, error);
    }
  });
  return (
    <Stack asChild gap="4">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {(!reopen || typed !== '') && (
          <MessageField label={t.yourMessage} typed={typed} error={formState.errors.message} {...register('message')} />
        )}
        <FormProblem title={t.sendFailed} error={send.error} fields={['message']} />
        {reopen ? (
          <Closed {...reopen} />
        ) : (
          <Flex justify="end">
            <Button
              type="submit"
              colorPalette="brand"
              w={{ base: 'full', md: 'auto' }}
              loading={send.isPending}
              loadingText={t.sending}
            >
              <LuSend aria-hidden /> {t.send}
            </Button>
          </Flex>
        )}
      </form>
    </Stack>
  );
}

function Closed({ onClick, isPending }: NonNullable<ReplyFormProps['reopen']>) {
  const t = useStore(conversationTexts);
  return (
    <Alert.Root status="neutral" alignItems="center" flexWrap="wrap" gap="3">
      <Alert.Indicator>
        <LuLock />
      </Alert.Indicator>
      <Alert.Content flex="1 1 14rem">
        <Alert.Title>{t.closedText}</Alert.Title>
        <Alert.Description>{t.openAgainText}</Alert.Description>
      </Alert.Content>
      <Button variant="outline" bg="bg" loading={isPending} onClick={onClick}>
        {t.openAgain}
      </Button>
    </Alert.Root>
  );
}

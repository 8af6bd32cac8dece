import { Alert, Button, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useRef } from 'react';
import { LuLock, LuSend } from 'react-icons/lu';
import { typedReply } from '#shared/tickets.ts';
import { conversationTexts } from '../../i18n/en/tickets.ts';
import { withCommand } from '../../lib/command-key.ts';
import { applyFieldErrors } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { FormProblem } from '../form-problem.tsx';
import { MessageField } from './message-field.tsx';
import { readTyped, useDraft } from './use-draft.ts';

interface SendAnd {
  label: string;
  /** Runs before the message is sent. @returns what to do once it was sent */
  prepare: () => Promise<() => Promise<unknown> | void>;
  /** Whether Ctrl+Shift+Enter presses it. */
  isShiftEnter?: boolean;
}

interface ReplyFormProps {
  /** The key of the draft. */
  draftName: string;
  send: {
    /** @returns a promise that settles when the message is on screen */
    mutateAsync: (reply: { message: string; requestId: string }) => Promise<unknown>;
    isPending: boolean;
    error: unknown;
  };
  /** Rendered next to the button; `insert` puts a text at the cursor. */
  tools?: (insert: (text: string) => void) => ReactNode;
  /** Other buttons that send, and then do one thing more. */
  sendAnd?: readonly SendAnd[];
  /** Whether the field takes the focus. */
  autoFocus?: boolean;
  /** Set for a closed ticket, which must be reopened first; the typed text stays. */
  reopen?: { onClick: () => void; isPending: boolean } | undefined;
}

/** Replies to a ticket. The typed text stays until it is sent, also after a failure or a reload. */
export function ReplyForm({ draftName, send, tools, sendAnd = [], reopen, autoFocus = false }: ReplyFormProps) {
  const t = useStore(conversationTexts);
  const form = useSchemaForm(typedReply, { message: readTyped(draftName).message ?? '' });
  const { register, handleSubmit, formState, watch, reset } = form;
  const draft = useDraft(draftName, form);
  const typed = watch('message');
  const submitAnd = (prepare?: SendAnd['prepare']) =>
    handleSubmit(async (reply) => {
      const afterwards = await prepare?.();
      try {
        await send.mutateAsync({ ...reply, requestId: draft.requestIdOf(reply) });
        reset({ message: '' });
        draft.forget();
      } catch (error) {
        applyFieldErrors(form, error);
        return;
      }
      await afterwards?.();
    });
  const submit = submitAnd();
  const submitShift = submitAnd(sendAnd.find(({ isShiftEnter }) => isShiftEnter)?.prepare);
  const { ref, ...field } = register('message');
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const { selectionStart: start = typed.length, selectionEnd: end = typed.length } = area.current ?? {};
    form.setValue('message', typed.slice(0, start) + text + typed.slice(end), { shouldDirty: true });
    // A menu returns the focus shortly after it closes.
    setTimeout(() => {
      area.current?.focus();
      area.current?.setSelectionRange(start + text.length, start + text.length);
    });
  };
  return (
    <Stack asChild gap="4">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {(!reopen || typed !== '') && (
          <MessageField
            label={t.yourMessage}
            typed={typed}
            error={formState.errors.message}
            aria-keyshortcuts="Control+Enter"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || send.isPending) return;
              event.preventDefault();
              void (event.shiftKey ? submitShift : submit)(event);
            }}
            autoFocus={autoFocus}
            {...field}
            ref={(element) => {
              ref(element);
              area.current = element;
            }}
          />
        )}
        <FormProblem title={t.sendFailed} error={send.error} fields={['message']} />
        {reopen ? (
          <Closed {...reopen} />
        ) : (
          <Flex justify="end" gap="3" wrap="wrap">
            {tools?.(insert)}
            {sendAnd.map(({ label, prepare, isShiftEnter = false }) => (
              <Button
                key={label}
                variant="outline"
                flex={{ base: '1 1 40%', md: 'none' }}
                disabled={send.isPending}
                {...(isShiftEnter && { 'aria-keyshortcuts': 'Control+Shift+Enter', title: withCommand('Shift Enter') })}
                onClick={(event) => void submitAnd(prepare)(event)}
              >
                {label}
              </Button>
            ))}
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

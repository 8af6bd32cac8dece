import { Button, Dialog, Portal, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { goOnAtEnter, sendOnCtrlEnter } from '../lib/form.ts';
import { SendKeys, sendShortcut } from './send-keys.tsx';

interface FormDialogProps {
  title: string;
  /** Said before the fields. */
  text?: string;
  /** The fields. */
  children: ReactNode;
  submitLabel: string;
  /** On the button while the server is asked; the dialog can't be left then. */
  pendingLabel: string;
  pending: boolean;
  /** Whether it moves money: Enter in a field goes on to the next one then, and only the button and Ctrl-Enter send it. */
  movesMoney?: boolean;
  /** A danger takes something away: it is announced as an alert, and its button is red. */
  tone?: 'plain' | 'danger';
  /** A large one is for many fields: they scroll between the title and the buttons. */
  size?: 'sm' | 'lg';
  onSubmit: ComponentProps<'form'>['onSubmit'];
  onClose: () => void;
}

/** A dialog that is one form. A click beside it does not close it, so that nothing typed is lost. Mount it when it opens. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, children, submitLabel, pendingLabel, pending, tone = 'plain', size = 'sm' } = props;
  const { movesMoney = false, onSubmit, onClose } = props;
  const t = useStore(commonTexts);
  const formId = useId();
  const isDanger = tone === 'danger';
  const isLarge = size === 'lg';
  return (
    <Dialog.Root
      open
      role={isDanger ? 'alertdialog' : 'dialog'}
      placement="center"
      size={size}
      scrollBehavior={isLarge ? 'inside' : 'outside'}
      closeOnEscape={!pending}
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content onKeyDown={(event) => !pending && sendOnCtrlEnter(event, formId)}>
            <Dialog.Header>
              <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Stack asChild gap="4">
                <form id={formId} noValidate onSubmit={onSubmit} onKeyDown={movesMoney ? goOnAtEnter : undefined}>
                  {text && <Dialog.Description>{text}</Dialog.Description>}
                  {children}
                </form>
              </Stack>
            </Dialog.Body>
            <Dialog.Footer {...(isLarge ? { borderTopWidth: '1px', pt: '4' } : {})}>
              <Button variant="outline" disabled={pending} onClick={onClose}>
                {t.cancel}
              </Button>
              <Button
                type="submit"
                form={formId}
                colorPalette={isDanger ? 'red' : 'brand'}
                loading={pending}
                loadingText={pendingLabel}
                {...(movesMoney ? { 'aria-keyshortcuts': sendShortcut } : {})}
              >
                {submitLabel}
                {movesMoney && <SendKeys ms="1" />}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

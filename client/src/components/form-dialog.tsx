import { Button, Dialog, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { goOnAtEnter, sendOnCtrlEnter } from '../lib/form.ts';
import { Modal } from '../lib/modal.tsx';
import { SendKeys, sendShortcut } from './send-keys.tsx';

interface FormDialogProps {
  title: string;
  /** Above the fields. */
  text?: string;
  /** The fields. */
  children: ReactNode;
  submitLabel: string;
  /** The button's label during the request; the dialog can't be closed then. */
  pendingLabel: string;
  /** Closes the dialog; "Cancel" by default. */
  cancelLabel?: string;
  pending: boolean;
  /** Whether it moves money: then Enter in a field moves to the next one, and only the button and Ctrl-Enter submit. */
  movesMoney?: boolean;
  /** It can only be submitted, because what it displays can't be seen again. */
  mustFinish?: boolean;
  /** `danger` is destructive: announced as an alert, with a red button. */
  tone?: 'plain' | 'danger';
  /** `lg` is for many fields: they scroll between the title and the buttons. `xl` has room for a second column. */
  size?: 'sm' | 'lg' | 'xl';
  onSubmit: ComponentProps<'form'>['onSubmit'];
  onClose: () => void;
}

/** A dialog with one form. A click outside does not close it, so that no input is lost. Mount it when it opens. */
export function FormDialog(props: FormDialogProps) {
  const { title, text, children, submitLabel, pendingLabel, pending, tone = 'plain', size = 'sm' } = props;
  const { movesMoney = false, mustFinish = false, onSubmit, onClose } = props;
  const t = useStore(commonTexts);
  const formId = useId();
  const isDanger = tone === 'danger';
  const isLarge = size !== 'sm';
  return (
    <Modal
      role={isDanger ? 'alertdialog' : 'dialog'}
      size={size}
      scrollBehavior={isLarge ? 'inside' : 'outside'}
      closeOnEscape={!pending && !mustFinish}
      closeOnInteractOutside={false}
      onClose={onClose}
      panel={{ onKeyDown: (event) => !pending && sendOnCtrlEnter(event, formId) }}
    >
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
        {!mustFinish && (
          <Button variant="outline" disabled={pending} onClick={onClose}>
            {props.cancelLabel ?? t.cancel}
          </Button>
        )}
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
    </Modal>
  );
}

import { CloseButton, Dialog } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Modal } from '../../lib/modal.tsx';

interface InfoDialogProps {
  title: ReactNode;
  /** Below the title. */
  text?: ReactNode;
  /** Of the button that closes it. */
  closeLabel: string;
  children: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
}

/** A dialog that displays something long; its text scrolls between the title and the buttons. Mount it when it opens. */
export function InfoDialog({ title, text, closeLabel, children, footer, onClose }: InfoDialogProps) {
  return (
    <Modal size="lg" scrollBehavior="inside" onClose={onClose}>
      <Dialog.Header pe="14">
        <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="1" tabIndex={0} focusVisibleRing="inside">
        {text && (
          <Dialog.Description color="fg.muted" mb="4">
            {text}
          </Dialog.Description>
        )}
        {children}
      </Dialog.Body>
      {footer && (
        <Dialog.Footer borderTopWidth="1px" pt="4" flexWrap="wrap" css={{ '& > *': { flexGrow: { base: 1, sm: 0 } } }}>
          {footer}
        </Dialog.Footer>
      )}
      <Dialog.CloseTrigger asChild>
        <CloseButton aria-label={closeLabel} />
      </Dialog.CloseTrigger>
    </Modal>
  );
}

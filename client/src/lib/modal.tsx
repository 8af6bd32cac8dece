import { Dialog, Portal } from '@chakra-ui/react';

interface ModalProps extends Omit<Dialog.RootProps, 'open' | 'onOpenChange'> {
  /** The attributes of its panel. */
  panel?: Dialog.ContentProps;
  onClose: () => void;
}

/** An open dialog's frame. Mount it when it opens. */
export function Modal({ panel, onClose, children, ...root }: ModalProps) {
  return (
    <Dialog.Root open placement="center" onOpenChange={({ open }) => !open && onClose()} {...root}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content {...panel}>{children}</Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

import { Button, type ButtonProps, Popover, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

export interface ToolPopoverProps {
  trigger: ButtonProps;
  label: string;
  width: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A popover with its button. */
export default function ToolPopover({ trigger, label, width, open, onOpenChange, children }: ToolPopoverProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => onOpenChange(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button {...trigger} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w={width} minW="64" maxW="calc(100vw - 2rem)" aria-label={label}>
            <Popover.Body>{children}</Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

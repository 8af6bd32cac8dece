import { Button, type ButtonProps, Popover, Portal, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FilterPopoverProps {
  trigger: ButtonProps;
  children: ReactNode;
}

/** The filters with the button that opens them; open from the start, because its code comes when it is asked for. */
export default function FilterPopover({ trigger, children }: FilterPopoverProps) {
  return (
    <Popover.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Button {...trigger} />
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="20rem" maxW="calc(100vw - 2rem)" aria-label="Filters">
            <Popover.Body>
              <Stack gap="4">{children}</Stack>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

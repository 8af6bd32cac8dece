import { Button, Popover, Portal, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LuListFilter } from 'react-icons/lu';

interface FilterMenuProps {
  /** How many filters hold. */
  active: number;
  children: ReactNode;
}

/** The filters and the order of a list behind one button; each choice holds at once and stands in the URL. */
export function FilterMenu({ active, children }: FilterMenuProps) {
  return (
    <Popover.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Popover.Trigger asChild>
        <Button variant="outline" size="sm">
          <LuListFilter aria-hidden /> Filters{active > 0 && ` (${active})`}
        </Button>
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

import { Button, DataList, Kbd, Popover, Portal } from '@chakra-ui/react';
import { LuKeyboard } from 'react-icons/lu';
import type { QueueKey } from './use-queue-keys.ts';

interface KeysHintProps {
  keys: readonly QueueKey[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The page's keys behind a button, which `?` opens too. */
export function KeysHint({ keys, open, onOpenChange }: KeysHintProps) {
  return (
    <Popover.Root
      open={open}
      onOpenChange={(details) => onOpenChange(details.open)}
      positioning={{ placement: 'bottom-end' }}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button variant="outline" size="sm">
          <LuKeyboard aria-hidden /> Keys <Kbd size="sm">?</Kbd>
        </Button>
      </Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content w="auto" minW="64" aria-label="Keyboard shortcuts">
            <Popover.Body>
              <Popover.Title fontWeight="semibold" mb="3">
                Keyboard shortcuts
              </Popover.Title>
              <DataList.Root orientation="horizontal" gap="2">
                {[...keys.filter(({ label }) => label !== ''), dialogKey].map(({ key, label, does }) => (
                  <DataList.Item key={key}>
                    <DataList.ItemLabel minW="24">
                      <Kbd>{label ?? key.toUpperCase()}</Kbd>
                    </DataList.ItemLabel>
                    <DataList.ItemValue>{does}</DataList.ItemValue>
                  </DataList.Item>
                ))}
              </DataList.Root>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

const dialogKey: Omit<QueueKey, 'act'> = { key: 'ctrl+enter', label: 'Ctrl Enter', does: 'Send a dialog' };

import { DataList, Kbd, Text } from '@chakra-ui/react';
import { LuKeyboard } from 'react-icons/lu';
import { PopoverButton } from './popover-button.tsx';
import type { QueueKey } from './use-queue-keys.ts';

interface KeysHintProps {
  keys: readonly QueueKey[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The page's shortcuts behind a button, which `?` opens too. */
export function KeysHint({ keys, open, onOpenChange }: KeysHintProps) {
  const words = (
    <>
      <LuKeyboard aria-hidden /> Keys <Kbd size="sm">?</Kbd>
    </>
  );
  return (
    <PopoverButton
      button={{ children: words }}
      label="Keyboard shortcuts"
      width="auto"
      open={open}
      onOpenChange={onOpenChange}
    >
      <Text fontWeight="semibold" mb="3">
        Keyboard shortcuts
      </Text>
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
    </PopoverButton>
  );
}

const dialogKey: Omit<QueueKey, 'act'> = { key: 'ctrl+enter', label: 'Ctrl Enter', does: 'Send a dialog' };

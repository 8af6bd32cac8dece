import { DataList, Kbd, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuKeyboard } from 'react-icons/lu';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { PopoverButton } from './popover-button.tsx';
import type { QueueKey } from './use-queue-keys.ts';

interface KeysHintProps {
  keys: readonly Pick<QueueKey, 'key' | 'label' | 'does'>[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The page's shortcuts behind a button, which `?` opens too. */
export function KeysHint({ keys, open, onOpenChange }: KeysHintProps) {
  const t = useStore(queueTexts);
  const words = (
    <>
      <LuKeyboard aria-hidden /> {t.keys} <Kbd size="sm">?</Kbd>
    </>
  );
  return (
    <PopoverButton
      button={{ children: words }}
      label={t.shortcuts}
      width="auto"
      open={open}
      onOpenChange={onOpenChange}
    >
      <Text fontWeight="semibold" mb="3">
        {t.shortcuts}
      </Text>
      <DataList.Root orientation="horizontal" gap="2">
        {keys
          .filter(({ label }) => label !== '')
          .map(({ key, label, does }) => (
            <DataList.Item key={key}>
              <DataList.ItemLabel minW="24">
                <Kbd>{label ?? keyName(key)}</Kbd>
              </DataList.ItemLabel>
              <DataList.ItemValue>{does}</DataList.ItemValue>
            </DataList.Item>
          ))}
      </DataList.Root>
    </PopoverButton>
  );
}

function keyName(key: string): string {
  return key === 'escape' ? 'Esc' : key.toUpperCase();
}

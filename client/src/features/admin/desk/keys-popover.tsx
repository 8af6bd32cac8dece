import { Button, type ButtonProps, DataList, Kbd, Popover, Portal } from '@chakra-ui/react';
import type { KeysHintProps } from './keys-hint.tsx';
import type { DeskKey } from './use-desk-keys.ts';

const ofDialogs: Pick<DeskKey, 'key' | 'shownAs' | 'does'> = {
  key: 'ctrl+enter',
  shownAs: 'Ctrl Enter',
  does: 'Send a dialog',
};

/** The list of keys with the button that opens it. */
export default function KeysPopover({ keys, open, onOpenChange, trigger }: KeysHintProps & { trigger: ButtonProps }) {
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
          <Popover.Content w="auto" minW="64" aria-label="Keyboard shortcuts">
            <Popover.Body>
              <Popover.Title fontWeight="semibold" mb="3">
                Keyboard shortcuts
              </Popover.Title>
              <DataList.Root orientation="horizontal" gap="2">
                {[...keys.filter(({ shownAs }) => shownAs !== ''), ofDialogs].map(({ key, shownAs, does }) => (
                  <DataList.Item key={key}>
                    <DataList.ItemLabel minW="24">
                      <Kbd>{shownAs ?? key.toUpperCase()}</Kbd>
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

import { CloseButton, DataList, Dialog, Kbd } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { paletteTexts } from '../../i18n/en/palette.ts';
import { withCommand } from '../../lib/command-key.ts';
import { Modal } from '../../lib/modal.tsx';

/** The keyboard shortcuts of every page. */
export default function KeysSheet({ onClose }: { onClose: () => void }) {
  const t = useStore(paletteTexts);
  const keys = [
    [withCommand('K'), t.keySearch],
    ['↑ ↓', t.keyMove],
    ['Enter', t.keyChoose],
    ['Esc', t.keyClose],
    ['[', t.keySidebar],
    ['?', t.keyKeys],
  ];
  return (
    <Modal size="sm" onClose={onClose}>
      <Dialog.Header>
        <Dialog.Title>{t.keys}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <DataList.Root orientation="horizontal" gap="3">
          {keys.map(([key, does]) => (
            <DataList.Item key={key}>
              <DataList.ItemLabel minW="20">
                <Kbd wordSpacing="normal">{key}</Kbd>
              </DataList.ItemLabel>
              <DataList.ItemValue>{does}</DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList.Root>
      </Dialog.Body>
      <Dialog.CloseTrigger asChild>
        <CloseButton aria-label={t.close} />
      </Dialog.CloseTrigger>
    </Modal>
  );
}

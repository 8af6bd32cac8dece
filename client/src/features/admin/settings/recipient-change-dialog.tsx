import { Box, Button, Dialog, SimpleGrid, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { Modal } from '../../../lib/modal.tsx';

/** Customers are about to pay to another number. */
export interface RecipientChange {
  /** Of the payment method. */
  name: string;
  before: string;
  after: string;
  answer: (confirmed: boolean) => void;
}

/** Shows both numbers, one below the other so that their digits can be compared, and asks whether the change is meant. */
export function RecipientChangeDialog({ change: { name, before, after, answer } }: { change: RecipientChange }) {
  const t = useStore(shopTexts);
  const safeChoice = useRef<HTMLButtonElement>(null);
  return (
    <Modal role="alertdialog" size="sm" initialFocusEl={() => safeChoice.current} onClose={() => answer(false)}>
      <Dialog.Header>
        <Dialog.Title overflowWrap="anywhere">{t.changeNumber({ name })}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0">
        <SimpleGrid gap="3" p="3" mb="4" bg="bg.subtle" borderWidth="1px" borderRadius="l2">
          <Recipient label={t.numberBefore} recipient={before} />
          <Recipient label={t.numberAfter} recipient={after} isNew />
        </SimpleGrid>
        <Dialog.Description>{t.changeNumberText}</Dialog.Description>
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={safeChoice} variant="outline" onClick={() => answer(false)}>
          {t.keepEditing}
        </Button>
        <Button colorPalette="red" onClick={() => answer(true)}>
          {t.changeTheNumber}
        </Button>
      </Dialog.Footer>
    </Modal>
  );
}

function Recipient({ label, recipient, isNew = false }: { label: string; recipient: string; isNew?: boolean }) {
  return (
    <Box minW="0">
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text
        textStyle="xl"
        fontVariantNumeric="tabular-nums"
        fontWeight={isNew ? 'semibold' : undefined}
        overflowWrap="anywhere"
      >
        {recipient}
      </Text>
    </Box>
  );
}

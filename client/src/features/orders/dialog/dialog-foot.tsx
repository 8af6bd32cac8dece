import { Box, Button, Dialog, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { Nanos } from '../../../../../shared/money.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { SendKeys, sendShortcut } from '../../../components/send-keys.tsx';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';

interface DialogFootProps {
  /** Nano-dollars; null where the amount is beyond what can be charged, undefined while there is no quantity to charge for. */
  chargeNanos: Nanos | null | undefined;
  canSubmit: boolean;
  isPending: boolean;
  /** Whether the balance does not suffice; then adding some is what to press next. */
  isShort: boolean;
  /** Whether Submit agrees to figures that are not those the customer came with. */
  isChanged: boolean;
  onCancel: () => void;
}

/** The price of the order beside what charges it; always on screen. */
export function DialogFoot({ chargeNanos, canSubmit, isPending, isShort, isChanged, onCancel }: DialogFootProps) {
  const t = useStore(orderDialogTexts);
  const whyId = useId();
  return (
    <Dialog.Footer borderTopWidth="1px" flexWrap="wrap" py="3" pb="max(0.75rem, env(safe-area-inset-bottom))" gap="2">
      {!canSubmit && (
        <Text id={whyId} w="full" textStyle="sm" color="fg.muted">
          {t.fillLinkFirst}
        </Text>
      )}
      <Box me="auto" aria-live="polite" aria-atomic>
        <Text textStyle="xs" color="fg.muted">
          {t.price}
        </Text>
        <Text textStyle="xl" lineHeight="1.2" fontWeight="semibold">
          <Price chargeNanos={chargeNanos} />
        </Text>
      </Box>
      {/* Below a price that leaves no room beside it. */}
      <Flex gap="2" ms="auto" align="center">
        {canSubmit && <SendKeys me="1" />}
        <Button variant="ghost" disabled={isPending} onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button
          type="submit"
          {...(isShort ? { variant: 'outline' } : { colorPalette: 'brand' })}
          disabled={!canSubmit}
          loading={isPending}
          loadingText={t.processing}
          aria-describedby={canSubmit ? undefined : whyId}
          aria-keyshortcuts={sendShortcut}
        >
          {isChanged ? t.confirm : t.submit}
        </Button>
      </Flex>
    </Dialog.Footer>
  );
}

function Price({ chargeNanos }: Pick<DialogFootProps, 'chargeNanos'>) {
  const t = useStore(orderDialogTexts);
  if (chargeNanos === undefined) return '–';
  return chargeNanos === null ? t.tooLarge : <MoneyText nanos={chargeNanos} />;
}

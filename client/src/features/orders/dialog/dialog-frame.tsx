import { Box, CloseButton, Flex, Heading } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';

/** A placeholder for the dialog while its code loads: it appears at once and can be closed. */
export function DialogFrame({ onClose }: { onClose: () => void }) {
  const t = useStore(orderDialogTexts);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return createPortal(
    <Flex position="fixed" inset="0" zIndex="modal" bg="blackAlpha.500" align="center" justify="center">
      <Box
        role="dialog"
        aria-modal
        aria-busy
        aria-label={t.order}
        position="relative"
        w={{ base: '100%', sm: 'calc(100% - 2rem)' }}
        maxW={{ sm: 'lg' }}
        h={{ base: '100dvh', sm: 'auto' }}
        bg="bg.panel"
        borderWidth={{ sm: '1px' }}
        borderRadius={{ sm: 'l3' }}
      >
        <Heading as="h2" size="lg" px="6" pt="6" pb="4">
          {t.order}
        </Heading>
        <LoadingStack heights={dialogParts} px="6" pb="6" />
        <CloseButton aria-label={t.close} position="absolute" top="2" insetEnd="2" onClick={onClose} />
      </Box>
    </Flex>,
    document.body,
  );
}

/** Link, quantity and sums. */
export const dialogParts = ['10', '10', '24'];

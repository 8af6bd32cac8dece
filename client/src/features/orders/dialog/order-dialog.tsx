import { Box, Button, CloseButton, Dialog, Flex, Portal } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LuWifiOff } from 'react-icons/lu';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { orderDialogTexts } from '../../../i18n/en/order-dialog.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useIsOnline } from '../../../lib/use-is-online.ts';
import { isServiceGone, type Placed } from '../use-order.ts';
import { dialogParts } from './dialog-frame.tsx';
import { OrderForm } from './order-form.tsx';
import { OrderPlaced } from './order-placed.tsx';

interface OrderDialogProps {
  /** The service to order; undefined closes the dialog. */
  serviceId: number | undefined;
  onClose: () => void;
}

/** A dialog on wide screens, a full-height sheet on phones. Its buttons always stay visible. */
export default function OrderDialog({ serviceId, onClose }: OrderDialogProps) {
  const t = useStore(orderDialogTexts);
  const [openId, setOpenId] = useState(serviceId);
  const [isBusy, setIsBusy] = useState(false);
  if (serviceId !== undefined && serviceId !== openId) setOpenId(serviceId);
  return (
    <Dialog.Root
      open={serviceId !== undefined}
      placement="center"
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      // Its placeholder may already be visible.
      skipAnimationOnMount
      closeOnInteractOutside={false}
      onOpenChange={({ open }) => !open && !isBusy && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content
            css={{
              smDown: { m: '0', w: '100%', h: '100dvh', maxH: '100dvh', borderRadius: '0', borderWidth: '0' },
              sm: { maxH: 'calc(100dvh - 3rem)' },
            }}
          >
            {openId !== undefined && (
              <Contents
                key={openId}
                serviceId={openId}
                isShown={serviceId !== undefined}
                onClose={onClose}
                onBusyChange={setIsBusy}
              />
            )}
            <OfflineNote />
            <Dialog.CloseTrigger asChild>
              <CloseButton aria-label={t.close} disabled={isBusy} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface ContentsProps {
  serviceId: number;
  isShown: boolean;
  onClose: () => void;
  onBusyChange: (isBusy: boolean) => void;
}

/** From opening to closing: the form, then the placed order. */
function Contents({ serviceId, isShown, onClose, onBusyChange }: ContentsProps) {
  const t = useStore(orderDialogTexts);
  const service = trpc.services.get.useQuery({ id: serviceId }, { staleTime: 0, refetchOnWindowFocus: true });
  const [placed, setPlaced] = useState<Placed | null>(null);

  if (placed) return <OrderPlaced placed={placed} onAgain={() => setPlaced(null)} onClose={onClose} />;
  const isGone = isServiceGone(service.error);
  if (service.data && !isGone) {
    return (
      <OrderForm
        service={service.data}
        isShown={isShown}
        onPlaced={setPlaced}
        onCancel={onClose}
        onBusyChange={onBusyChange}
      />
    );
  }
  return (
    <>
      <Dialog.Header>
        <Dialog.Title>{t.order}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        {isGone ? (
          <EmptyState title={t.gone} text={t.goneText}>
            <Button colorPalette="brand" onClick={onClose}>
              {t.close}
            </Button>
          </EmptyState>
        ) : service.isError ? (
          <ErrorState error={service.error} onRetry={() => void service.refetch()} />
        ) : (
          <LoadingStack heights={dialogParts} />
        )}
      </Dialog.Body>
    </>
  );
}

/** Within the dialog: on a phone it covers the page's banner, and screen readers read only the dialog. */
function OfflineNote() {
  const t = useStore(orderDialogTexts);
  const isOnline = useIsOnline();
  return (
    <Box aria-live="polite" flexShrink="0">
      {!isOnline && (
        <Flex
          px="6"
          pt="2"
          pb="max(0.5rem, env(safe-area-inset-bottom))"
          gap="2"
          align="center"
          bg="bg.warning"
          color="fg.warning"
          textStyle="sm"
        >
          <LuWifiOff aria-hidden />
          {t.offline}
        </Flex>
      )}
    </Box>
  );
}

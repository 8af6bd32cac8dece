import { Suspense, useCallback, useState } from 'react';
import { withFactTexts } from '../../i18n/fact-texts.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { usePreloadOnIntent } from '../../lib/preload-on-intent.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { DialogFrame } from './dialog/dialog-frame.tsx';

const { Part: OrderDialog, load, preload } = lazyWithPreload(() => withFactTexts(import('./dialog/order-dialog.tsx')));
/** Loads the dialog's code before the click that opens it. */
export const preloadOrderDialog = preload;

/** Opens the dialog for a service from a list, with the list's data. */
export function useOpenOrder(): (service: Outputs['services']['get']) => void {
  const utils = trpc.useUtils();
  const { open } = useOrderParam();
  return useCallback(
    (service) => {
      preloadOrderDialog();
      utils.services.get.setData({ id: service.id }, (known) => known ?? service);
      open(service.id);
    },
    [open, utils],
  );
}

/** Put it on a page, and `?order=<service id>` opens the order dialog there. Its code loads with the first interaction. */
export function OrderDialogHost() {
  const { serviceId, close } = useOrderParam();
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = serviceId !== undefined;
  usePreloadOnIntent(load);

  if (isOpen && !wasOpen) setWasOpen(true);
  if (!isOpen && !wasOpen) return null;
  return (
    <Suspense fallback={isOpen && <DialogFrame onClose={close} />}>
      <OrderDialog serviceId={serviceId} onClose={close} />
    </Suspense>
  );
}

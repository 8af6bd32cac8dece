import { Alert, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuShoppingCart } from 'react-icons/lu';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { useSession } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import { preloadOrderDialog } from '../order-dialog/order-dialog-host.tsx';
import { latestDraftedService } from '../order-dialog/order-draft.ts';
import { useOrderParam } from '../order-dialog/use-order-param.ts';

/** The service of the order that can be continued; for whoever wants it before that is shown. */
export function useDraftedService() {
  const userId = useSession().user?.id ?? 0;
  const serviceId = latestDraftedService(userId);
  const { data, isError } = trpc.services.get.useQuery({ id: serviceId ?? 0 }, { enabled: serviceId !== null });
  return { serviceId, service: data, isError };
}

/** The way back to an order that was filled in and not placed, such as for want of balance; nothing when there is none. */
export function ContinueOrder() {
  // Opening and closing the dialog moves the URL, which is when the draft is looked at again.
  const t = useStore(dashboardTexts);
  const { open } = useOrderParam();
  const { serviceId, service, isError } = useDraftedService();
  if (serviceId === null || isError) return null;
  return (
    <Alert.Root status="info" alignItems="center" borderRadius="l2" flexWrap="wrap">
      <Alert.Indicator>
        <LuShoppingCart />
      </Alert.Indicator>
      <Alert.Content flex="1 1 12rem">
        <Alert.Description>{service ? t.orderKeptFor({ service: service.name }) : t.orderKept}</Alert.Description>
      </Alert.Content>
      <Button colorPalette="brand" onPointerEnter={preloadOrderDialog} onClick={() => open(serviceId)}>
        {t.continueOrder}
      </Button>
    </Alert.Root>
  );
}

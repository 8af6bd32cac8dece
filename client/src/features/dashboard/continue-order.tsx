import { Alert, Button } from '@chakra-ui/react';
import { LuShoppingCart } from 'react-icons/lu';
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
  const { open } = useOrderParam();
  const { serviceId, service, isError } = useDraftedService();
  if (serviceId === null || isError) return null;
  return (
    <Alert.Root status="info" alignItems="center" borderRadius="l2" flexWrap="wrap">
      <Alert.Indicator>
        <LuShoppingCart />
      </Alert.Indicator>
      <Alert.Content flex="1 1 12rem">
        <Alert.Description>
          Your order{service && ` for ${service.name}`} is kept as you filled it in.
        </Alert.Description>
      </Alert.Content>
      <Button colorPalette="brand" onPointerEnter={preloadOrderDialog} onClick={() => open(serviceId)}>
        Continue your order
      </Button>
    </Alert.Root>
  );
}

import { useNavigate } from 'react-router-dom';
import { entryPath } from '../../lib/entry.ts';
import { keepOrderDraft, type OrderDraft } from '../../lib/order-draft.ts';
import { useSession } from '../../lib/session.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { typedOrderPath } from './typed-order.ts';

/** Opens the order dialog with typed values. Visitors register first, and the URL that they return to has the values. */
export function useStartOrder(): (serviceId: number, draft: OrderDraft) => void {
  const navigate = useNavigate();
  const { user, signedIn } = useSession();
  const { open } = useOrderParam();
  return (serviceId, draft) => {
    if (!signedIn || !user) return void navigate(entryPath(typedOrderPath(serviceId, draft)));
    keepOrderDraft({ userId: user.id, serviceId }, draft);
    return open(serviceId);
  };
}

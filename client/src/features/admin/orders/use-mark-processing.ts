import { readError } from '../../../lib/errors.ts';
import { showError, showSuccess } from '../../../lib/notices/notices.ts';
import { failureTitle, type Order, successTitle, useOrderCalls, useOrderDesk } from './order-desk.ts';

/** Tells the customer that work has begun; moves no money. */
export function useMarkProcessing() {
  const desk = useOrderDesk();
  const { change, refresh } = useOrderCalls();
  return (order: Order) =>
    desk.run(desk.idOf(order), 'processing', async () => {
      try {
        await change({ id: order.id, decision: 'processing' });
        showSuccess(successTitle);
      } catch (error) {
        void showError(failureTitle, readError(error).message);
      }
      await refresh();
    });
}

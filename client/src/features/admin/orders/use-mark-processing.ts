import { decisionNotice, type Order, useOrderCalls, useOrderDesk } from './order-desk.ts';

/** Tells the customer that work has begun; moves no money. */
export function useMarkProcessing() {
  const desk = useOrderDesk();
  const { change } = useOrderCalls();
  return (order: Order) =>
    desk.settle(order, {
      name: 'processing',
      send: () => change(order, 'processing'),
      notice: () => decisionNotice(order, 'processing'),
    });
}

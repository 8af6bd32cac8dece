import { legalDecisions } from '../../../../../shared/order-status.ts';
import { DecisionDesk, type DecisionDeskProps, type RowKey } from '../desk/decision-desk.tsx';
import type { Order } from './order-desk.ts';
import { useMarkProcessing } from './use-mark-processing.ts';

interface OrderDecisionsProps extends Omit<DecisionDeskProps<Order>, 'rowKeys'> {
  openPartial: (order: Order) => void;
}

/** The desk of orders, with the keys for what only orders have. */
export function OrderDecisions({ openPartial, ...desk }: OrderDecisionsProps) {
  const markProcessing = useMarkProcessing();
  const rowKeys: RowKey<Order>[] = [
    { key: 'm', does: 'Mark processing', act: (order) => canMark(order, 'processing') && markProcessing(order) },
    { key: 'p', does: 'Deliver in part', act: (order) => canMark(order, 'partial') && openPartial(order) },
  ];
  return <DecisionDesk {...desk} rowKeys={rowKeys} />;
}

function canMark({ status, quantity }: Order, decision: 'processing' | 'partial'): boolean {
  return legalDecisions[status].includes(decision) && (decision !== 'partial' || quantity > 1);
}

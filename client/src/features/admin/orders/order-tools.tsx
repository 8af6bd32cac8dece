import { lazy } from 'react';
import { LuChartLine } from 'react-icons/lu';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import type { RowTool } from '../review-queue/declaration.ts';
import type { Order } from './order.ts';
import { loadOrderDialogs } from './order-decisions.tsx';

const ProgressDialog = lazy(async () => ({ default: (await loadOrderDialogs()).ProgressDialog }));

/** Sets how far an order is. */
export const progressTool: RowTool<Order> = {
  label: () => adminOrderTexts.get().setProgress,
  icon: LuChartLine,
  key: 's',
  open: (order, { showDialog }) => showDialog(<ProgressDialog order={order} onClose={() => showDialog(undefined)} />),
};

import { LuActivity } from 'react-icons/lu';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import type { RowTool } from '../review-queue/declaration.ts';
import type { Order } from './order-decisions.tsx';

export const { Part: ProgressDialog, load: loadProgressDialog } = lazyWithPreload(
  () => import('./progress-dialog.tsx'),
);

/** Sets how far an order is. */
export const progressTool: RowTool<Order> = {
  label: () => adminOrderTexts.get().setProgress,
  icon: LuActivity,
  key: 's',
  open: (order, { showDialog }) => showDialog(<ProgressDialog order={order} onClose={() => showDialog(undefined)} />),
};

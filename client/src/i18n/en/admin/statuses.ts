import { adminStatus } from '#shared/order-status.ts';
import { texts } from '../../texts.ts';

/** An order's status for admins. Customers' screens share its badge, so this module is small. */
export const adminOrderStatusTexts = texts('adminOrderStatus', adminStatus);

/** The timeline of an order as admins read it. */
export const adminTimelineTexts = texts('adminTimeline', {
  anAdmin: 'An admin',
  evidence: 'Evidence',
  rejected: 'Rejected',
  theCustomer: 'The customer',
  theSupplier: 'The supplier',
});

import { customerStatus } from '#shared/order-status.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import { texts } from '../texts.ts';

/** An order's status for the customer. */
export const orderStatusTexts = texts('orderStatus', customerStatus);

export const rechargeStatusTexts = texts('rechargeStatus', {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  reversed: 'Taken back',
} satisfies Record<RechargeStatus | 'reversed', string>);

/** The timeline of an order: changes and their authors. */
export const timelineTexts = texts('timeline', {
  charged: '{amount} charged',
  chargedAgain: '{amount} charged again',
  notDelivered: '{units} not delivered, {amount} refunded',
  orderPlaced: 'Order placed',
  ourTeam: 'Our team',
  refunded: '{amount} refunded',
  you: 'You',
});

import { texts } from '../texts.ts';

/** The shop's figures, for admins. */
export const shopTexts = texts('shop', {
  asSamples: 'Here they are offered as samples, to try the panel out; in production they are not.',
  cantPay: "Customers can't pay by {names} yet",
  cantPayText: "Put in your own numbers, or switch off what you don't use.",
  day: 'Day',
  days: '{count} days',
  daysSummary: 'Last {days} days: {orders} orders, {revenue}.',
  notOffered: 'They are not offered.',
  noOrders: 'No orders waiting',
  noRecharges: 'No recharges waiting',
  orders: { one: 'order waiting', other: 'orders waiting' },
  ordersAndRevenue: 'Orders and revenue per day',
  ordersAndRevenueText: '{orders} orders, {revenue} in the last {days} days, refunds deducted',
  paymentMethods: 'Payment methods',
  real: '{count} real',
  recharges: { one: 'recharge waiting', other: 'recharges waiting' },
  revenue: 'Revenue',
  timeRange: 'Time range',
  totalUsers: 'Total Users',
  waiting: 'Waiting for a decision',
});

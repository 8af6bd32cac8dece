import { texts } from '../../texts.ts';

/** The profit report, and the part of the overview about purchases at suppliers. */
export const profitTexts = texts('profit', {
  balanceLow: 'low',
  byCustomer: 'Customer',
  byDay: 'Day',
  byService: 'Service',
  bySupplier: 'Supplier',
  cost: 'Cost',
  fromDay: 'From',
  groupBy: 'Rows',
  heading: 'Profit',
  headingText:
    'Orders on the day when they were placed. Those that no supplier accepted have no known cost and no profit.',
  late: { one: '{count} bought order is late', other: '{count} bought orders are late' },
  lateNone: 'No bought order is late',
  none: 'No orders in these days.',
  orders: 'Orders',
  paused: { one: '{count} paused service', other: '{count} paused services' },
  pausedNone: 'No service is paused',
  profit: 'Profit',
  purchases: 'Purchases at suppliers',
  revenue: 'Revenue',
  stopped: 'stopped',
  toDay: 'To',
  toFix: { one: '{count} purchase waits for your decision', other: '{count} purchases wait for your decision' },
  toFixNone: 'No purchase waits for a decision',
  total: 'Total',
  waiting: { one: '{count} order waits for its balance', other: '{count} orders wait for its balance' },
  withoutCost: 'Without a known cost',
  withoutCostOrders: { one: '{count} order', other: '{count} orders' },
  withoutSupplier: 'Not bought at a supplier',
});

import { texts } from '../../texts.ts';

/** The profit report. */
export const profitTexts = texts('profit', {
  byCustomer: 'Customer',
  byDay: 'Day',
  byService: 'Service',
  bySupplier: 'Supplier',
  cost: 'Cost',
  days: '{from} to {to}.',
  fromAfterTo: 'From is after To, so the 30 days up to To are displayed.',
  fromDay: 'From',
  groupBy: 'Rows',
  heading: 'Profit',
  headingText:
    'Orders on the day when they were placed. Those that no supplier accepted have no known cost and no profit.',
  none: 'No orders in these days.',
  orders: 'Orders',
  profit: 'Profit',
  revenue: 'Revenue',
  toDay: 'To',
  total: 'Total',
  withoutCost: 'Without a known cost',
  withoutCostOrders: { one: '{count} order', other: '{count} orders' },
  withoutSupplier: 'Not bought at a supplier',
});

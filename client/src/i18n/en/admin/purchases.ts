import { texts } from '../../texts.ts';

/** The parts of the overview about purchases at suppliers. */
export const purchaseTexts = texts('purchases', {
  balanceLow: 'low',
  late: { one: '{count} bought order is late', other: '{count} bought orders are late' },
  lateNone: 'No bought order is late',
  paused: { one: '{count} paused service', other: '{count} paused services' },
  pausedNone: 'No service is paused',
  profit: 'Profit',
  purchases: 'Purchases at suppliers',
  stopped: 'stopped',
  toFix: { one: '{count} purchase waits for your decision', other: '{count} purchases wait for your decision' },
  toFixNone: 'No purchase waits for a decision',
  urgent: 'Suppliers: to do',
  waiting: { one: '{count} order waits for its balance', other: '{count} orders wait for its balance' },
});

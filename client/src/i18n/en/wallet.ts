import type { EntryKind } from '../../../../shared/entry-kinds.ts';
import { texts } from '../texts.ts';

/** The recharge history and the statement. */
export const walletTexts = texts('wallet', {
  addBalance: 'Add Balance',
  amount: 'Amount',
  balanceAfter: 'Balance after',
  balanceNow: 'Balance now',
  copyReference: 'transaction ID {reference}',
  date: 'Date',
  help: 'Help',
  entry: 'What',
  noMovements: 'No movements yet',
  noRecharges: 'No recharges found',
  orderNumber: 'Order #{id}',
  paidTaka: 'Paid Taka',
  rechargeHeading: 'Recharge History',
  rechargeNumber: 'Recharge #{id}',
  rechargeText: 'Every balance request and what became of it.',
  reference: 'Transaction ID',
  searchHint: 'Transaction ID or method',
  searchRecharges: 'Search recharges',
  statementHeading: 'Statement',
  statementText: 'Every movement of your balance, exactly as the ledger has it.',
  status: 'Status',
});

/** The filters of the recharge history. */
export const rechargeFilterTexts = texts('rechargeFilters', {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
});

/** What moved the money. */
export const entryTexts = texts('entries', {
  recharge: 'Recharge approved',
  grant: 'Balance given',
  takenBack: 'Balance taken back',
  order_charge: 'Order placed',
  order_refund: 'Failed order refunded',
  order_recharge: 'Order approved after all',
  order_partial_refund: 'Undelivered units refunded',
} satisfies Record<EntryKind | 'takenBack', string>);

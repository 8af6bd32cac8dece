import type { rechargePhases } from '#shared/balance.ts';
import type { EntryKind } from '#shared/entry-kinds.ts';
import { texts } from '../texts.ts';

/** The recharge history and the statement. */
export const walletTexts = texts('wallet', {
  addBalance: 'Add Balance',
  addedToBalance: '{amount} added to your balance',
  all: 'All',
  amount: 'Amount',
  balanceAfter: 'Balance after',
  balanceNow: 'Balance now',
  cameIn: 'Came in',
  copyReference: 'transaction ID {reference}',
  date: 'Date',
  details: 'Details',
  entry: 'What',
  from: 'From',
  help: 'Help',
  lastMonth: 'Last month',
  method: 'Payment method',
  noMovements: 'No movements yet',
  noMovementsThen: 'No movements in this period',
  noRecharges: 'No recharges found',
  nothingAdded: 'Nothing was added',
  number: 'Number',
  orderNumber: 'Order #{id}',
  paidTaka: 'Paid Taka',
  ownDays: 'Own days',
  period: 'Period',
  rate: 'Rate',
  rechargeHeading: 'Recharge History',
  rechargeNotFound: 'Recharge not found',
  rechargeNotFoundText: 'There is no such recharge among yours.',
  rechargeNumber: 'Recharge #{id}',
  rechargeText: 'Every balance request and what became of it.',
  reference: 'Transaction ID',
  requested: 'Recharge requested',
  reversed: 'Taken back',
  searchHint: 'Transaction ID or method',
  searchRecharges: 'Search recharges',
  statementHeading: 'Statement',
  statementText: 'Every movement of your balance, to the last digit.',
  status: 'Status',
  takaPerDollar: '{rate} for $1',
  thisMonth: 'This month',
  timeline: 'Timeline',
  to: 'To',
  wentOut: 'Went out',
});

/** How far a recharge is, and what its customer can do meanwhile. */
export const rechargeProgressTexts = texts('rechargeProgress', {
  agent: 'An agent',
  another: 'Another number',
  asked: 'Asked for',
  askedFor: '{amount} for {taka}',
  asks: 'Your order was not placed',
  asksOther: 'It is not possible like this any more.',
  asksPrice: 'It costs more now.',
  asksService: 'The service is not sold any more.',
  asksLess: 'Less was credited than you asked for.',
  asksShort: 'Your balance is too small for it.',
  callBack: 'Call it back',
  calledBack: 'You have called your order back',
  changeFailed: 'This was not changed',
  correct: 'Correct the ID',
  corrected: 'The transaction ID is corrected',
  digits: 'Last 4 digits of the number',
  ended: 'Your order does not wait any more',
  faster: 'It is found faster if we know.',
  follow: 'Follow order #{id}',
  formerReference: 'The ID was {reference}',
  heading: 'How far it is',
  myNumber: 'My number',
  newReference: 'The right transaction ID',
  openingHours: 'The shop answers from {from} to {to}.',
  orderAgain: 'Order it now',
  orderWaits: 'Your order waits for this payment',
  paidFrom: 'Paid from',
  placed: 'Your order is placed',
  save: 'Save',
  saving: 'Saving…',
  serviceNumber: 'Service #{id}',
  units: 'Quantity {count}',
  usually: 'usually {time}',
});

/** How far a recharge is. */
export const rechargePhaseTexts = texts('rechargePhases', {
  sent: 'Sent to the shop',
  looking: 'Looking for your payment',
  person: 'A person at the shop looks at it',
  credited: 'Added to your balance',
} satisfies Record<(typeof rechargePhases)[number], string>);

/** The filters of the recharge history. */
export const rechargeFilterTexts = texts('rechargeFilters', {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
});

/** The kinds of ledger entries. */
export const entryTexts = texts('entries', {
  recharge: 'Recharge approved',
  recharge_reversal: 'Recharge taken back',
  grant: 'Balance given',
  takenBack: 'Balance taken back',
  order_charge: 'Order placed',
  order_refund: 'Failed order refunded',
  order_recharge: 'Order approved after all',
  order_partial_refund: 'Undelivered units refunded',
} satisfies Record<EntryKind | 'takenBack', string>);

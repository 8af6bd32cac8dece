import { texts } from '../texts.ts';

/** The terms that customers accept before they pay. */
export const termTexts = texts('terms', {
  nonRefundable: 'Deposits are non-refundable and cannot be reversed.',
  onlyServices: 'Balance can only be spent on platform services.',
  noCancelling: 'Orders are not refunded or cancelled once placed, unless they are non-deliverable.',
  privateAccounts: 'Orders on private or misplaced accounts get no refund.',
  noGuarantee: 'There are no guaranteed delivery times.',
  ratesChange: 'Rates may change without notice.',
  fraud: 'Fraud leads to account termination.',
  chargeback: 'A chargeback or dispute leads to account termination.',
});

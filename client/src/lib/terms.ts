interface Term {
  text: string;
  /** Whether it belongs to the refund policy; the others are the terms of service. */
  isOfRefunds: boolean;
}

/** What customers accept before they pay. */
export const terms: readonly Term[] = [
  { text: 'Deposits are non-refundable and cannot be reversed.', isOfRefunds: true },
  { text: 'Balance can only be spent on platform services.', isOfRefunds: false },
  { text: 'Orders are not refunded or cancelled once placed, unless they are non-deliverable.', isOfRefunds: true },
  { text: 'Orders on private or misplaced accounts get no refund.', isOfRefunds: true },
  { text: 'There are no guaranteed delivery times.', isOfRefunds: false },
  { text: 'Rates may change without notice.', isOfRefunds: false },
  { text: 'Fraud leads to account termination.', isOfRefunds: false },
  { text: 'A chargeback or dispute leads to account termination.', isOfRefunds: false },
];

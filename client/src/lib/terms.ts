import type { termTexts } from '../i18n/en/terms.ts';

interface Term {
  name: keyof (typeof termTexts)['english'];
  /** Whether it is part of the refund policy; the others are the terms of service. */
  isOfRefunds: boolean;
}

/** The terms that customers accept before they pay, in order. */
export const terms: readonly Term[] = [
  { name: 'nonRefundable', isOfRefunds: true },
  { name: 'onlyServices', isOfRefunds: false },
  { name: 'noCancelling', isOfRefunds: true },
  { name: 'privateAccounts', isOfRefunds: true },
  { name: 'noGuarantee', isOfRefunds: false },
  { name: 'ratesChange', isOfRefunds: false },
  { name: 'fraud', isOfRefunds: false },
  { name: 'chargeback', isOfRefunds: false },
];

import type { priceSteps } from '../../../../../shared/admin-services.ts';

export type PriceStep = (typeof priceSteps)[number];

/** To what a changed price is rounded, in words. */
export const stepNames: Record<PriceStep, string> = {
  1: 'all six decimals',
  100: '$0.0001',
  1000: '$0.001',
  10000: 'whole cents',
};

import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from './contract.ts';

export {
  chargeFor,
  decimalFromMicros,
  decimalFromNanos,
  formatAmount,
  formatBalance,
  formatDollars,
  formatPrice,
  formatTaka,
  MAX_NANOS,
  type Micros,
  micros,
  NANOS_PER_DOLLAR,
  type Nanos,
  nanos,
  negate,
  type PaisaPerDollar,
  type Price,
  paisaPerDollar,
  parseDollars,
  parsePrice,
  subtract,
  sum,
  type Taka,
  taka,
  takaFor,
} from '#shared/money.ts';
export {
  addSums,
  formatExactSum,
  formatSum,
  type MoneySum,
} from '#shared/money-sum.ts';
export type { AppRouter, Change, ErrorCode, ErrorDetails } from './contract.ts';
export { createPanel, type Panel, type PanelOptions } from './create-panel.ts';
export { isPanelError, type PanelError, type PanelErrorCode } from './panel-error.ts';
export { verifyWebhook, WebhookError, type WebhookEvent } from './webhooks.ts';

/** The inputs of all procedures: `PanelInputs['orders']['place']`. */
export type PanelInputs = inferRouterInputs<AppRouter>;
/** The results of all procedures: `PanelOutputs['orders']['get']`. */
export type PanelOutputs = inferRouterOutputs<AppRouter>;

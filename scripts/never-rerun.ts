/**
 * `.ci/run` runs a failed test file once more, but never one below these folders: a test of money or of a race that fails once in a
 * hundred runs has found something. A change that adds or moves races (queue, background work, wallet, messages) extends this list.
 */
export const NEVER_RERUN = [
  'server/money/',
  'server/suppliers/',
  'server/features/recharges/',
  'server/features/orders/purchases/',
  'server/features/orders/statuses/',
  'server/features/webhooks/',
  'server/base/queue/',
  'server/background/',
  'lab/',
];

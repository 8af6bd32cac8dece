import type { CustomerScope } from '#shared/key-scopes.ts';
import type { Actor } from '#shared/users.ts';
import type { CachedResponse } from '../../base/cache/cached-response.ts';
import type { Deps } from '../../base/deps.ts';
import { getBalance } from '../../features/wallet/get-balance.ts';
import { addOrRepeatOrder, type Delivery } from './add-or-repeat-order.ts';
import { askCancels, askRefills, readRefills } from './ask-requests.ts';
import { listTradeServices } from './list-services.ts';
import type { Parameters } from './parameters.ts';
import { presentBalance, readStatuses } from './read-statuses.ts';
import { TradeRefusal, tradeTexts } from './refusal.ts';

/** An action of the API v2. Its answer is JSON text, or the same bytes for all callers. */
interface Action {
  scope: CustomerScope;
  run: (deps: Deps, actor: Actor, parameters: Parameters, delivery: Delivery) => Promise<string | CachedResponse>;
}

/** By their names, which may not be in another case. */
const actions = new Map<string, Action>([
  ['services', { scope: 'read', run: listTradeServices }],
  ['add', { scope: 'order', run: addOrRepeatOrder }],
  ['status', { scope: 'read', run: readStatuses }],
  ['refill', { scope: 'order', run: askRefills }],
  ['refill_status', { scope: 'read', run: readRefills }],
  ['cancel', { scope: 'order', run: askCancels }],
  [
    'balance',
    { scope: 'read', run: async ({ db }, actor) => presentBalance((await getBalance(db, actor)).balanceNanos) },
  ],
]);

/**
 * The action of a call. Without a name, refills alone can only be asked for their status; orders alone could be three actions.
 * @throws TradeRefusal for an unknown or an unclear one
 */
export function actionOf({ action, refill, refills, order, orders }: Parameters): Action {
  const isOfRefills = (refill ?? refills) !== undefined && (order ?? orders) === undefined;
  const found = actions.get(action ?? (isOfRefills ? 'refill_status' : ''));
  if (!found) throw new TradeRefusal(tradeTexts.request);
  return found;
}

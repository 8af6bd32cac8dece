import type { Answer } from './call-supplier.ts';
import { fieldOf, idIn, isTruthy, objectIn } from './read-json.ts';
import { nestedRefusalIn, reasonOfRefusal, refusalIn } from './refusals.ts';
import type { Refused, Throttled, Unknown } from './results.ts';

export const KEY_UNREADABLE = 'The key can not be read: it was encrypted by another SECRETS_KEY. Enter it again.';
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/**
 * Reads the response to a call that changes something at the supplier. `refused` is certain: the request never arrived, or a status
 * below 500 came with a JSON object that has an error in words of the built-in table and no id; a refill is refused by any words. Everything
 * else without an id is unknown.
 * @param name of the field with the new id: `order`, `refill`
 */
export function readPurchase(answer: Answer, name: 'order' | 'refill'): { id: string } | Refused | Throttled | Unknown {
  if (answer.kind !== 'response') return readMissing(answer);
  const { status, clean, retryAfterSeconds } = answer;
  const json = objectIn(Array.isArray(answer.json) && name === 'refill' ? answer.json[0] : answer.json);
  const value = json && fieldOf(json, name);
  const isRefill = name === 'refill';
  const words = json && (refusalIn(json) ?? (isRefill ? nestedRefusalIn(json, name) : undefined));
  const id = idIn(value);
  if (status >= FIRST_SERVER_ERROR) return unknown(`HTTP ${status}`, words);
  if (status === TOO_MANY_REQUESTS && id === undefined) return { kind: 'throttled', retryAfterSeconds };
  if (id !== undefined && words === undefined) return { id };
  const hasOtherId = !isRefill && ['order_id', 'orderId'].some((other) => json && isTruthy(fieldOf(json, other)));
  const hasNoId = !hasOtherId && (!isTruthy(value) || (isRefill && objectIn(value) !== undefined));
  const isRefusal = words !== undefined && hasNoId;
  const reason = isRefusal ? (reasonOfRefusal(words) ?? (isRefill ? 'order' : undefined)) : undefined;
  if (isRefusal && reason) return { kind: 'refused', reason, text: clean(words), httpStatus: status };
  const what = unknown(`HTTP ${status}`, words ?? (answer.json === undefined ? 'no JSON' : `no ${name}`));
  return isRefusal ? { ...what, words: clean(words) } : what;

  function unknown(answered: string, more: string | undefined): Unknown {
    return { kind: 'unknown', text: clean(more === undefined ? answered : `${answered}: ${more}`) };
  }
}

/** No response: refused only if the request certainly never arrived. */
export function readMissing(answer: Exclude<Answer, { kind: 'response' }>): Refused | Unknown {
  if (answer.kind === 'key_unreadable') return { kind: 'refused', reason: 'account', text: KEY_UNREADABLE };
  const { reason, mayHaveArrived } = answer;
  if (mayHaveArrived) return { kind: 'unknown', text: reason };
  return { kind: 'refused', reason: 'not_connected', text: reason };
}

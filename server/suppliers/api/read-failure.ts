import type { Answer } from './call-supplier.ts';
import { objectIn } from './read-json.ts';
import { KEY_UNREADABLE } from './read-purchase.ts';
import { refusalIn, refusesAccount } from './refusals.ts';
import type { Failed } from './results.ts';

const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/**
 * The failure of a reading call: no response, no JSON, a status from 500 on, too many calls, or an error.
 * @returns undefined if the response may be read
 */
export function failureOf(answer: Answer): Failed | undefined {
  if (answer.kind === 'key_unreadable') return { kind: 'failed', reason: 'account', text: KEY_UNREADABLE };
  if (answer.kind === 'none') return { kind: 'failed', reason: 'no_answer', text: answer.reason };
  const { status, json, clean, retryAfterSeconds } = answer;
  if (status === TOO_MANY_REQUESTS)
    return { kind: 'failed', reason: 'throttled', text: `HTTP ${status}`, retryAfterSeconds };
  const object = objectIn(json);
  const words = object && refusalIn(object);
  if (status >= FIRST_SERVER_ERROR || json === undefined) {
    const text = words ?? (json === undefined ? 'no JSON' : '');
    return { kind: 'failed', reason: 'no_answer', text: clean(text ? `HTTP ${status}: ${text}` : `HTTP ${status}`) };
  }
  if (words === undefined) return undefined;
  const isAccount = refusesAccount(words, status);
  return { kind: 'failed', reason: isAccount ? 'account' : 'refused', text: clean(words) };
}

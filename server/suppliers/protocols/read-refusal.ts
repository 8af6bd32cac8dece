import { beginningOf, refusesAccount } from '../purchases/judge.ts';
import type { Answer } from './call-supplier.ts';
import { fieldOf, isTruthy, type JsonObject, objectIn, textIn } from './read-json.ts';
import type { Failed, Refused, Unknown } from './results.ts';

const KEY_UNREADABLE = 'The key can not be read: it was encrypted by another SECRETS_KEY. Enter it again.';
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** No response: refused only if the request certainly never arrived. */
export function readMissing(answer: Exclude<Answer, { kind: 'response' }>): Refused | Unknown {
  if (answer.kind === 'key_unreadable') return { kind: 'refused', reason: 'account', text: KEY_UNREADABLE };
  const { reason: text, mayHaveArrived } = answer;
  return mayHaveArrived ? { kind: 'unknown', text } : { kind: 'refused', reason: 'not_connected', text };
}

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
  return { kind: 'failed', reason: refusesAccount(words, status) ? 'account' : 'refused', text: clean(words) };
}

/** Texts of one order that the supplier does not know. */
export function saysNotKnown(text: string): boolean {
  return NOT_KNOWN.test(beginningOf(text));
}
const NOT_KNOWN =
  /(incorrect|invalid|wrong|unknown|no such|missing)[\s_]*(order|refill|id\b)|not[\s_]*(found|exists?|known)|(doesn.?t|does not) exist|no (order|refill)/;

/**
 * The supplier's words if an object is a refusal: a truthy `error`, however it is written, or `{ status: 'error' | 'fail', msg | message }`.
 * @returns undefined if it is none
 */
export function refusalIn(json: JsonObject): string | undefined {
  const message = textIn(fieldOf(json, 'msg')) ?? textIn(fieldOf(json, 'message'));
  for (const name of ['error', 'Error', 'ERROR']) {
    const error = fieldOf(json, name);
    // Only that there is one: `{ error: true, message: … }`.
    if (isTruthy(error)) return typeof error === 'string' && HAS_LETTER.test(error) ? error : wordsOf(error, message);
  }
  const status = textIn(fieldOf(json, 'status'))?.toLowerCase();
  // An order's status may be "Fail", too.
  const isStatus = fieldOf(json, 'charge') !== undefined || fieldOf(json, 'remains') !== undefined;
  return (status === 'error' || status === 'fail') && !isStatus ? message : undefined;
}

/** The same of a line, whose refusal may be within a field: `{ refill: { error: … } }`. */
export function refusalOfLine(json: JsonObject, name: string): string | undefined {
  return refusalIn(json) ?? refusalIn(objectIn(fieldOf(json, name)) ?? {});
}

const HAS_LETTER = /\p{L}/u;

/** The message of an error that is an object; without one its texts, and not its fields, which name what was sent. */
function wordsOf(error: unknown, message: string | undefined): string {
  const own = objectIn(error);
  const texts = own && ['message', 'msg', 'text', 'description'].map((name) => textIn(fieldOf(own, name)));
  const [named = message] = (texts ?? []).filter((text) => text !== undefined);
  return named ?? (textsIn(error).join(', ') || (typeof error === 'string' ? error : JSON.stringify(error)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' && HAS_LETTER.test(value) ? [value] : [];
}

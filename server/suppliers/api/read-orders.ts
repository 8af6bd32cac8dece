import { parseSupplierAmount, parseSupplierDecimal } from '#shared/supplier-money.ts';
import type { Answer } from './call-supplier.ts';
import { failureOf } from './read-failure.ts';
import { fieldOf, idIn, type JsonObject, objectIn, textIn } from './read-json.ts';
import { readMissing } from './read-purchase.ts';
import { nestedRefusalIn, reasonOfRefusal, refusalIn, saysNotKnown } from './refusals.ts';
import type {
  CancelAnswer,
  CancelResult,
  Failed,
  OrderAnswer,
  RefillAnswer,
  RefillStatusResult,
  Throttled,
} from './results.ts';

const MAX_WORD_LENGTH = 60;
const LEFT_OUT = 'The response leaves it out';
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

type Clean = Answer['clean'];

/**
 * Reads the statuses of several orders: an object by id. A list is refused: PHP numbers it again, so that its places are no ids.
 * Orders that it leaves out are not known, not canceled.
 */
export function readStatuses(
  answer: Answer,
  ids: string[],
): { kind: 'answered'; orders: Map<string, OrderAnswer> } | Failed {
  const failure = failureOf(answer);
  if (failure) return failure;
  const object = answer.kind === 'response' ? objectIn(answer.json) : undefined;
  if (!object) return { kind: 'failed', reason: 'unreadable', text: 'The response is no object by order' };
  const { clean } = answer;
  const orders = ids.map((id): [string, OrderAnswer] => {
    const value = fieldOf(object, id);
    return [id, value === undefined ? { kind: 'not_known', text: LEFT_OUT } : readOrder(value, clean)];
  });
  return { kind: 'answered', orders: new Map(orders) };
}

/** Reads the status of the one order that was asked for; some panels answer by id here, too. */
export function readStatus(answer: Answer, id: string): { kind: 'answered'; order: OrderAnswer } | Failed {
  const failure = failureOf(answer);
  if (failure) {
    const isOfOrder = failure.reason === 'refused' && saysNotKnown(failure.text);
    return isOfOrder ? { kind: 'answered', order: { kind: 'not_known', text: failure.text } } : failure;
  }
  const json = answer.kind === 'response' ? answer.json : undefined;
  const object = objectIn(Array.isArray(json) && json.length === 1 ? json[0] : json);
  if (!object) return { kind: 'failed', reason: 'unreadable', text: 'The response is no status' };
  const byId = fieldOf(object, id);
  return { kind: 'answered', order: readOrder(byId === undefined ? object : byId, answer.clean) };
}

function readOrder(value: unknown, clean: Clean): OrderAnswer {
  const object = objectIn(value);
  const words = object ? refusalIn(object) : textIn(value);
  if (words !== undefined) return { kind: saysNotKnown(words) ? 'not_known' : 'unreadable', text: clean(words) };
  const word = object && textIn(fieldOf(object, 'status'));
  if (!object || word === undefined) return { kind: 'unreadable', text: 'The response has no status' };
  const charge = parseSupplierAmount(textIn(fieldOf(object, 'charge')) ?? '');
  const startCount = countIn(object, 'start_count');
  const remains = countIn(object, 'remains');
  const currency = textIn(fieldOf(object, 'currency'))?.toUpperCase();
  return {
    kind: 'status',
    word: clean(word, MAX_WORD_LENGTH),
    ...(charge !== null && !charge.startsWith('-') && { charge }),
    ...(currency !== undefined && { currency: clean(currency, MAX_WORD_LENGTH) }),
    ...(startCount !== undefined && startCount >= 0 && { startCount }),
    ...(remains !== undefined && { remains }),
  };
}

function countIn(object: JsonObject, name: string): number | undefined {
  const text = textIn(fieldOf(object, name));
  return text === undefined ? undefined : (parseSupplierDecimal(text, 0) ?? undefined);
}

/** Reads the statuses of refills: a list with an id in each line, or one status for the only refill. */
export function readRefills(answer: Answer, ids: string[]): RefillStatusResult {
  const failure = failureOf(answer);
  const [only] = ids;
  const isOne = ids.length === 1 && only !== undefined;
  if (failure) {
    const isOfRefill = isOne && failure.reason === 'refused' && saysNotKnown(failure.text);
    if (!isOfRefill) return failure;
    return { kind: 'answered', refills: new Map([[only, { kind: 'not_known', text: failure.text }]]) };
  }
  const json = answer.kind === 'response' ? answer.json : undefined;
  const lines = linesById(json, 'refill');
  const whole = objectIn(json);
  if (!lines && !(isOne && whole)) return { kind: 'failed', reason: 'unreadable', text: 'The response is no list' };
  const refills = ids.map((id): [string, RefillAnswer] => {
    const line = lines ? lines.get(id) : whole;
    if (!line) return [id, { kind: 'not_known', text: LEFT_OUT }];
    const words = refusalIn(line) ?? nestedRefusalIn(line, 'status');
    if (words !== undefined)
      return [id, { kind: saysNotKnown(words) ? 'not_known' : 'unreadable', text: answer.clean(words) }];
    const word = textIn(fieldOf(line, 'status'));
    if (word === undefined) return [id, { kind: 'unreadable', text: 'The response has no status' }];
    return [id, { kind: 'status', word: answer.clean(word, MAX_WORD_LENGTH) }];
  });
  return { kind: 'answered', refills: new Map(refills) };
}

/** Reads the response to a request to cancel: a list with an order in each line. A refusal of the whole call is of every order. */
export function readCancels(answer: Answer, ids: string[]): CancelResult {
  if (answer.kind !== 'response') return readMissing(answer);
  const { status, json, clean, retryAfterSeconds } = answer;
  if (status === TOO_MANY_REQUESTS) return { kind: 'throttled', retryAfterSeconds } satisfies Throttled;
  const object = objectIn(json);
  const words = object && (refusalIn(object) ?? nestedRefusalIn(object, 'cancel'));
  if (status >= FIRST_SERVER_ERROR)
    return { kind: 'unknown', text: clean(words ? `HTTP ${status}: ${words}` : `HTTP ${status}`) };
  if (words !== undefined) return { kind: 'refused', reason: reasonOfRefusal(words, status), text: clean(words) };
  const lines = linesById(json, 'order');
  if (!lines && !object) return { kind: 'unknown', text: json === undefined ? 'no JSON' : 'no list' };
  const orders = ids.map((id): [string, CancelAnswer] => {
    const line = lines ? lines.get(id) : object;
    if (!line || (!lines && ids.length > 1)) return [id, { kind: 'unknown', text: LEFT_OUT }];
    const refusal = refusalIn(line) ?? nestedRefusalIn(line, 'cancel');
    if (refusal !== undefined) return [id, { kind: 'refused', text: clean(refusal) }];
    const asked = idIn(fieldOf(line, 'cancel')) ?? (fieldOf(line, 'cancel') === true ? '1' : undefined);
    return [id, asked === undefined ? { kind: 'unknown', text: 'The response has no result' } : { kind: 'asked' }];
  });
  return { kind: 'answered', orders: new Map(orders) };
}

/** The lines of a list by the id in a field; undefined if it is no list. Of two lines with one id the first counts. */
function linesById(json: unknown, name: 'order' | 'refill'): Map<string, JsonObject> | undefined {
  if (!Array.isArray(json)) return undefined;
  const byId = new Map<string, JsonObject>();
  for (const value of json) {
    const line = objectIn(value);
    const id = line && idIn(fieldOf(line, name));
    if (line && id !== undefined && !byId.has(id)) byId.set(id, line);
  }
  return byId;
}

import { parseSupplierAmount, parseSupplierDecimal } from '#shared/supplier-money.ts';
import { byTable } from '../purchases/judge.ts';
import type { Answer } from './call-supplier.ts';
import { fieldOf, idIn, type JsonObject, objectIn, textIn } from './read-json.ts';
import { failureOf, readMissing, refusalOfLine, saysNotKnown } from './read-refusal.ts';
import type { CancelAnswer, CancelResult, Failed, OrderAnswer, RefillStatusResult } from './results.ts';

const MAX_WORD_LENGTH = 60;
const LEFT_OUT = 'The response leaves it out';
const TOO_MANY_REQUESTS = 429;

export type StatusesRead = { kind: 'answered'; orders: Map<string, OrderAnswer> } | Failed;
export type StatusRead = { kind: 'answered'; order: OrderAnswer } | Failed;

/**
 * Reads the statuses of several orders: an object by id. A list is refused: PHP numbers it again, so that its places are no ids.
 * Orders that it leaves out are not known, not canceled.
 */
export function readStatuses(answer: Answer, ids: string[]): StatusesRead {
  const plain = plainIn(answer);
  const failure = plain === undefined ? failureOf(answer) : undefined;
  if (failure) return failure;
  const object = objectIn(jsonOf(answer));
  const text = answer.clean(plain ?? 'The response is no object by order');
  const orders = ids.map((id): [string, OrderAnswer] => {
    const value = object && fieldOf(object, id);
    if (!object) return [id, { kind: 'unreadable', text }];
    return [id, value === undefined ? { kind: 'not_known', text: LEFT_OUT } : readOrder(value, answer.clean)];
  });
  return { kind: 'answered', orders: new Map(orders) };
}

/** Reads the status of the one order that was asked for; some panels answer by id here, too. */
export function readStatus(answer: Answer, id: string): StatusRead {
  const plain = plainIn(answer);
  if (plain !== undefined) return { kind: 'answered', order: { kind: 'unreadable', text: answer.clean(plain) } };
  const failure = failureOf(answer);
  if (failure)
    return isOfOne(failure) ? { kind: 'answered', order: { kind: 'not_known', text: failure.text } } : failure;
  const json = jsonOf(answer);
  const object = objectIn(Array.isArray(json) && json.length === 1 ? json[0] : json);
  const byId = object && fieldOf(object, id);
  return { kind: 'answered', order: readOrder(byId ?? object ?? json, answer.clean) };
}

function jsonOf(answer: Answer): unknown {
  return answer.kind === 'response' ? answer.json : undefined;
}

/** A response that says something, but nothing about an order. A page, or nothing, is no response. */
function plainIn(answer: Answer): string | undefined {
  return answer.kind === 'response' && answer.status < 400 ? answer.plain : undefined;
}

/** A refusal of a call about one order or refill that the supplier does not know. */
function isOfOne({ reason, text }: Failed): boolean {
  return reason === 'refused' && saysNotKnown(text);
}

/** The status of an order or a refill. */
function readOrder(value: unknown, clean: Answer['clean']): OrderAnswer {
  const object = objectIn(value);
  const words = object ? refusalOfLine(object, 'status') : textIn(value);
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
  const isOne = ids.length === 1;
  if (failure && !(isOne && isOfOne(failure))) return failure;
  const lines = linesById(jsonOf(answer), 'refill');
  const whole = objectIn(jsonOf(answer));
  if (!lines && !(isOne && whole)) return { kind: 'failed', reason: 'unreadable', text: 'The response is no list' };
  const refills = ids.map((id): [string, OrderAnswer] => {
    const line = lines ? lines.get(id) : whole;
    return [id, line ? readOrder(line, answer.clean) : { kind: 'not_known', text: LEFT_OUT }];
  });
  return { kind: 'answered', refills: new Map(refills) };
}

/** Reads the response to a request to cancel: a list with an order in each line. A refusal of the whole call is of every order. */
export function readCancels(answer: Answer, ids: string[]): CancelResult {
  if (answer.kind !== 'response') return readMissing(answer);
  const { json, clean } = answer;
  const object = objectIn(json);
  const words = object && refusalOfLine(object, 'cancel');
  const lines = linesById(json, 'order');
  const isRead = answer.status !== TOO_MANY_REQUESTS && words === undefined && (lines ?? object) !== undefined;
  const what = json === undefined ? 'no JSON' : 'no list';
  const whole = byTable({ ...answer, id: isRead ? what : undefined, words, mayHaveId: false, what }, 'order');
  if (whole.kind !== 'done') return whole;
  const orders = ids.map((id): [string, CancelAnswer] => {
    const line = lines ? lines.get(id) : ids.length === 1 ? object : undefined;
    if (!line) return [id, { kind: 'unknown', text: LEFT_OUT }];
    const refusal = refusalOfLine(line, 'cancel');
    if (refusal !== undefined) return [id, { kind: 'refused', text: clean(refusal) }];
    const asked = fieldOf(line, 'cancel');
    const isAsked = asked === true || idIn(asked) !== undefined;
    return [id, isAsked ? { kind: 'asked' } : { kind: 'unknown', text: 'The response has no result' }];
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

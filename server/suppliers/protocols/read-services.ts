import { readCount } from '#shared/paste/table.ts';
import type { UnreadableReason } from '#shared/supplier-fields.ts';
import { parseSupplierDecimal } from '#shared/supplier-money.ts';
import type { Answer } from './call-supplier.ts';
import { type ListJson, openList, TOO_LONG } from './list-slices.ts';
import { readAmount } from './read-amount.ts';
import { fieldOf, idIn, isTruthy, type JsonObject, objectIn, textIn } from './read-json.ts';
import { failureOf } from './read-refusal.ts';
import { type ListedService, MAX_UNREADABLE, type ServicesResult } from './results.ts';

const MAX_NAME_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 5_000;
const MAX_TYPE_LENGTH = 100;
/** Of a list without limits: the largest quantity that API v2 knows. */
const LARGEST_QUANTITY = 2_147_483_647;
const NO = new Set(['false', 'no', 'off', 'n', 'null']);

/**
 * Reads a supplier's list: an array, `data` or `services` of an object, or an object of objects. It is read by the slice.
 * @param currency the supplier's: only its sign may stand at a rate
 */
export async function readServices(answer: Answer, currency: string): Promise<ServicesResult> {
  const list = answer.kind === 'response' ? openList(answer.body) : undefined;
  const failureWith = (json: JsonObject | undefined) =>
    failureOf(answer.kind === 'response' ? { ...answer, json } : answer);
  const failure = failureWith(list?.head);
  if (failure) return failure;
  const isEmptyText = /^empty/i.test(textIn(fieldOf(list?.head ?? {}, 'data')) ?? '');
  try {
    return await readLines(isEmptyText ? [] : (list?.slices ?? []), {
      isObject: list?.isObject ?? false,
      currency,
      clean: answer.clean,
    });
  } catch (error) {
    if (error instanceof SyntaxError) return failureWith(undefined) ?? unreadable;
    throw error;
  }
}

const unreadable = { kind: 'failed', reason: 'unreadable', text: 'The response is no list of services' } as const;

interface Reading {
  /** The list is an object of objects, or no list. */
  isObject: boolean;
  currency: string;
  clean: Answer['clean'];
}

async function readLines(slices: ListJson['slices'] | [], { isObject, ...reading }: Reading): Promise<ServicesResult> {
  const services = new Map<string, ListedService>();
  const noted: Extract<ServicesResult, { kind: 'answered' }>['unreadable'] = [];
  const unreadableIds = new Set<string>();
  let unreadableCount = 0;
  let line = 0;
  for await (const slice of slices) {
    for (const value of slice) {
      line += 1;
      const object = objectIn(value);
      if (!object && isObject && value !== TOO_LONG) return unreadable;
      const read = object ? readLine(object, reading) : value === TOO_LONG ? 'too_long' : 'no_service';
      const first = typeof read === 'string' ? undefined : services.get(read.externalId);
      if (typeof read !== 'string' && (first ?? read).costMicros === read.costMicros) {
        if (!first) services.set(read.externalId, read);
        continue;
      }
      unreadableCount += 1;
      const externalId = (object && idIn(fieldOf(object, 'service'))) ?? null;
      if (externalId !== null) unreadableIds.add(externalId);
      if (noted.length === MAX_UNREADABLE) continue;
      const name = object ? reading.clean(textIn(fieldOf(object, 'name')) ?? '', MAX_NAME_LENGTH) : '';
      noted.push({ line, externalId, name, reason: typeof read === 'string' ? read : 'two_rates' });
    }
  }
  // Two costs of one id, or a line of it that can't be read: none is trusted.
  for (const id of unreadableIds) services.delete(id);
  return {
    kind: 'answered',
    services: [...services.values()],
    unreadable: noted,
    unreadableCount,
    unreadableIds: [...unreadableIds],
  };
}

/** @returns the reason where it can't be read */
function readLine(line: JsonObject, { currency, clean }: Omit<Reading, 'isObject'>): ListedService | UnreadableReason {
  const text = (name: string, maxLength: number) => clean(textIn(fieldOf(line, name)) ?? '', maxLength);
  const externalId = idIn(fieldOf(line, 'service'));
  if (externalId === undefined) return 'no_id';
  const name = text('name', MAX_NAME_LENGTH);
  if (name === '') return 'no_name';
  const [min, max] = [quantityIn(line, 'min', 1), quantityIn(line, 'max', LARGEST_QUANTITY)];
  if (min === undefined || max === undefined) return 'limits_not_numbers';
  const rate = textIn(fieldOf(line, 'rate'));
  if (rate === undefined) return 'no_rate';
  const cost = readAmount(rate, currency);
  if ('problem' in cost) return cost.problem;
  if (cost.amount.startsWith('-')) return 'rate_negative';
  return {
    externalId,
    name,
    category: text('category', MAX_NAME_LENGTH),
    description: text('desc', MAX_DESCRIPTION_LENGTH) || text('description', MAX_DESCRIPTION_LENGTH),
    tradeType: text('type', MAX_TYPE_LENGTH) || 'Default',
    costMicros: cost.amount,
    min,
    max,
    refill: isYes(fieldOf(line, 'refill')),
    cancel: isYes(fieldOf(line, 'cancel')),
  };
}

/**
 * A whole number, at most the largest that is exact; a fraction is rounded into the limits.
 * @returns undefined if it can't be read, or can be read as two: `1.000`
 */
function quantityIn(line: JsonObject, name: 'min' | 'max', missing: number): number | undefined {
  const value = fieldOf(line, name);
  const text = textIn(value);
  if (text === undefined) return isTruthy(value) ? undefined : missing;
  if (/^\d{1,40}$/.test(text)) return text.length > 15 ? Number.MAX_SAFE_INTEGER : Number(text);
  const read = readCount(text);
  if ('value' in read) return read.value;
  if (read.code === 'ambiguous') return undefined;
  // Rounded up: the negative of a maximum is rounded down by that.
  const quantity = parseSupplierDecimal(name === 'max' ? `-${text}` : text, 0);
  if (quantity === null || (name === 'min' && quantity < 0)) return undefined;
  return Math.abs(quantity);
}

function isYes(value: unknown): boolean {
  return typeof value === 'string' ? isTruthy(value.trim()) && !NO.has(value.trim().toLowerCase()) : isTruthy(value);
}

import { parseSupplierAmount, parseSupplierDecimal } from '#shared/supplier-money.ts';
import type { Answer } from './call-supplier.ts';
import { failureOf } from './read-failure.ts';
import { fieldOf, idIn, isTruthy, type JsonObject, listIn, objectIn, textIn } from './read-json.ts';
import type { ListedService, ServicesResult } from './results.ts';

const MAX_NAME_LENGTH = 500;
const MAX_DESCRIPTION_LENGTH = 5_000;
const MAX_TYPE_LENGTH = 100;
/** Of a list without limits: the largest quantity that API v2 knows. */
const LARGEST_QUANTITY = 2_147_483_647;
const NO = new Set(['false', 'no', 'off', 'n', 'null']);

/** Reads a supplier's list: an array, `data` or `services` of an object, or an object of objects. */
export function readServices(answer: Answer): ServicesResult {
  const failure = failureOf(answer);
  if (failure) return failure;
  const lines = answer.kind === 'response' ? linesIn(answer.json) : undefined;
  if (!lines) return { kind: 'failed', reason: 'unreadable', text: 'The response is no list of services' };
  const services = new Map<string, ListedService>();
  const unreadable = new Set<string>();
  let unreadableCount = 0;
  for (const line of lines) {
    const object = objectIn(line);
    const externalId = object && idIn(fieldOf(object, 'service'));
    const service = object && externalId && readLine(object, externalId, answer.clean);
    if (service && (services.get(externalId)?.costMicros ?? service.costMicros) === service.costMicros) {
      if (!services.has(externalId)) services.set(externalId, service);
      continue;
    }
    unreadableCount += 1;
    if (externalId) unreadable.add(externalId);
  }
  // Two costs of one id: neither is trusted.
  for (const id of unreadable) services.delete(id);
  return { kind: 'answered', services: [...services.values()], unreadableCount, unreadableIds: [...unreadable] };
}

function linesIn(json: unknown): unknown[] | undefined {
  const list = listIn(json);
  if (list) return list;
  const object = objectIn(json);
  if (!object) return undefined;
  for (const name of ['data', 'services']) {
    const inner = fieldOf(object, name);
    const innerList = listIn(inner);
    if (innerList) return innerList;
    if (typeof inner === 'string' && /^empty/i.test(inner)) return [];
    if (objectIn(inner)) return linesOfObject(objectIn(inner));
  }
  return linesOfObject(object);
}

function linesOfObject(object: JsonObject | undefined): unknown[] | undefined {
  const values = Object.values(object ?? {});
  return values.every((value) => objectIn(value) !== undefined) ? values : undefined;
}

function readLine(line: JsonObject, externalId: string, clean: Answer['clean']): ListedService | undefined {
  const text = (name: string, maxLength: number) => clean(textIn(fieldOf(line, name)) ?? '', maxLength);
  const costMicros = parseSupplierAmount(textIn(fieldOf(line, 'rate')) ?? '');
  const [min, max] = [quantityIn(line, 'min', 1), quantityIn(line, 'max', LARGEST_QUANTITY)];
  const name = text('name', MAX_NAME_LENGTH);
  if (name === '' || costMicros === null || costMicros.startsWith('-') || min === undefined || max === undefined)
    return undefined;
  return {
    externalId,
    name,
    category: text('category', MAX_NAME_LENGTH),
    description: text('desc', MAX_DESCRIPTION_LENGTH) || text('description', MAX_DESCRIPTION_LENGTH),
    tradeType: text('type', MAX_TYPE_LENGTH) || 'Default',
    costMicros,
    min,
    max,
    refill: isYes(fieldOf(line, 'refill')),
    cancel: isYes(fieldOf(line, 'cancel')),
  };
}

/** A whole number, at most the largest that is exact; a fraction is rounded up. @returns undefined if it can't be read */
function quantityIn(line: JsonObject, name: string, missing: number): number | undefined {
  const value = fieldOf(line, name);
  const text = textIn(value);
  if (text === undefined) return isTruthy(value) ? undefined : missing;
  if (/^\d{16,40}$/.test(text)) return Number.MAX_SAFE_INTEGER;
  const quantity = parseSupplierDecimal(text, 0);
  return quantity === null || quantity < 0 ? undefined : quantity;
}

function isYes(value: unknown): boolean {
  return typeof value === 'string' ? isTruthy(value.trim()) && !NO.has(value.trim().toLowerCase()) : isTruthy(value);
}

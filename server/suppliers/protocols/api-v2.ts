import { oneAtATime } from '../list-turns.ts';
import { byTable } from '../purchases/judge.ts';
import type { Answer, Call } from './call-supplier.ts';
import { readAmount } from './read-amount.ts';
import { fieldOf, idIn, isTruthy, objectIn, textIn } from './read-json.ts';
import {
  readCancels,
  readRefills,
  readStatus,
  readStatuses,
  type StatusesRead,
  type StatusRead,
} from './read-orders.ts';
import { failureOf, readMissing, refusalIn, refusalOfLine } from './read-refusal.ts';
import { readServices } from './read-services.ts';
import type {
  AddResult,
  BalanceResult,
  BalanceSupplier,
  CallableSupplier,
  CancelResult,
  OrderToAdd,
  RefillResult,
  RefillStatusResult,
  ServicesResult,
} from './results.ts';

const write: Call<unknown>['write'] = (key, { action, fields }) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams({ key, action, ...fields }).toString(),
});

/** The trade's API v2: how a request is encoded, and where number, error, balance and list stand. */
export const apiV2 = {
  balance: ({ currency }: BalanceSupplier): Call<BalanceResult> => ({
    ...{ write, action: 'balance', fields: {} },
    read: (answer) => readBalance(answer, currency),
  }),
  services: ({ currency }: BalanceSupplier): Call<ServicesResult> => ({
    ...{ write, action: 'services', fields: {} },
    read: (answer) => oneAtATime(() => readServices(answer, currency)),
  }),
  add: (
    { idempotent, orderPlace }: CallableSupplier,
    { externalId, link, quantity, comments, requestId }: OrderToAdd,
  ): Call<AddResult> => ({
    write,
    action: 'add',
    fields: {
      ...{ service: externalId, link },
      ...(comments !== undefined ? { comments } : quantity !== undefined && { quantity: String(quantity) }),
      ...(idempotent && requestId !== undefined && { request_id: requestId }),
    },
    read: (answer) => readAdd(answer, orderPlace ?? 'order'),
  }),
  /** Of several orders. */
  statuses: (ids: string[]): Call<StatusesRead> => ({
    ...{ write, action: 'status', fields: { orders: ids.join(',') } },
    read: (answer) => readStatuses(answer, ids),
  }),
  /** Of one order. */
  status: (id: string): Call<StatusRead> => ({
    ...{ write, action: 'status', fields: { order: id } },
    read: (answer) => readStatus(answer, id),
  }),
  refill: (order: string): Call<RefillResult> => ({ write, action: 'refill', fields: { order }, read: readRefill }),
  refillStatus: (ids: string[]): Call<RefillStatusResult> => ({
    write,
    action: 'refill_status',
    fields: ids.length === 1 ? { refill: ids.join('') } : { refills: ids.join(',') },
    read: (answer) => readRefills(answer, ids),
  }),
  cancel: (ids: string[]): Call<CancelResult> => ({
    ...{ write, action: 'cancel', fields: { orders: ids.join(',') } },
    read: (answer) => readCancels(answer, ids),
  }),
};

/** Where other panels write the number of a new order. One in a place that is not named may be a purchase. */
const ORDER_NAMES = ['order', 'order_id', 'orderId'];

function readAdd(answer: Answer, place: string): AddResult {
  if (answer.kind !== 'response') return readMissing(answer);
  const json = objectIn(answer.json) ?? {};
  const at = (from: unknown, name: string) => fieldOf(objectIn(from) ?? {}, name);
  const value = place.split('.').reduce(at, json as unknown);
  const parts = [json, ...Object.values(json)];
  const result = byTable({
    ...answer,
    id: idIn(value),
    words: refusalIn(json),
    mayHaveId: isTruthy(value) || parts.some((part) => ORDER_NAMES.some((name) => isTruthy(at(part, name)))),
    what: answer.json === undefined ? 'no JSON' : `no ${place}`,
  });
  return result.kind === 'done' ? { kind: 'accepted', externalOrderId: result.id } : result;
}

/** A refill is refused by any words: it is asked for again without a loss. */
function readRefill(answer: Answer): RefillResult {
  if (answer.kind !== 'response') return readMissing(answer);
  const json = objectIn(Array.isArray(answer.json) ? answer.json[0] : answer.json) ?? {};
  const value = fieldOf(json, 'refill');
  const result = byTable(
    {
      ...answer,
      id: idIn(value),
      words: refusalOfLine(json, 'refill'),
      mayHaveId: isTruthy(value) && objectIn(value) === undefined,
      what: answer.json === undefined ? 'no JSON' : 'no refill',
    },
    'order',
  );
  return result.kind === 'done' ? { kind: 'accepted', externalRefillId: result.id } : result;
}

/** @param expected the currency of the supplier's row; the supplier's is as it writes it, in capitals */
function readBalance(answer: Answer, expected: string): BalanceResult {
  const failure = failureOf(answer);
  if (failure) return failure.reason === 'account' ? { kind: 'account', text: failure.text } : failure;
  const object = (answer.kind === 'response' && objectIn(answer.json)) || {};
  const read = readAmount(textIn(fieldOf(object, 'balance')) ?? '', expected);
  if ('problem' in read)
    return { kind: 'failed', reason: 'unreadable', text: 'The response has no balance that can be read' };
  const balanceMicros = read.amount;
  const named = textIn(fieldOf(object, 'currency'))?.toUpperCase();
  if (named === undefined) return { kind: 'answered', balanceMicros };
  const currency = answer.clean(named, 10);
  return currency === expected
    ? { kind: 'answered', balanceMicros, currency }
    : { kind: 'other_currency', balanceMicros, text: currency };
}

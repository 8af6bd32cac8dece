import { parseSupplierAmount } from '#shared/supplier-money.ts';
import type { Answer } from './call-supplier.ts';
import { plainAmount } from './read-amount.ts';
import { failureOf } from './read-failure.ts';
import { fieldOf, objectIn, textIn } from './read-json.ts';
import type { BalanceResult } from './results.ts';

/**
 * Reads the balance at a supplier. Its currency is as the supplier writes it, in capitals.
 * @param expected the currency of the supplier's row
 */
export function readBalance(answer: Answer, expected: string): BalanceResult {
  const failure = failureOf(answer);
  if (failure) return failure.reason === 'account' ? { kind: 'account', text: failure.text } : failure;
  const object = answer.kind === 'response' ? objectIn(answer.json) : undefined;
  const text = object && textIn(fieldOf(object, 'balance'));
  const balanceMicros = text === undefined ? null : parseSupplierAmount(plainAmount(text, expected));
  if (!object || balanceMicros === null)
    return { kind: 'failed', reason: 'unreadable', text: 'The response has no balance that can be read' };
  const named = textIn(fieldOf(object, 'currency'))?.toUpperCase();
  if (named === undefined) return { kind: 'answered', balanceMicros };
  const currency = answer.clean(named, 10);
  return currency === expected
    ? { kind: 'answered', balanceMicros, currency }
    : { kind: 'other_currency', balanceMicros, text: currency };
}

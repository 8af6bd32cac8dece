import { useCallback } from 'react';
import { type Micros, micros } from '#shared/money.ts';
import { MAX_PRICE_MICROS } from '#shared/services.ts';
import {
  parseSupplierAmount,
  parseSupplierDecimal,
  priceOf,
  ratePicos,
  type SupplierMicros,
} from '#shared/supplier-money.ts';
import { RATE_SCALE } from '#shared/suppliers.ts';
import { trpc } from '../../../../lib/trpc.ts';
import type { Supplier } from '../supplier.ts';
import type { Line } from './proposal-columns.tsx';

/**
 * The price of a line with the typed margin, or by the rule that applies.
 * @returns a function; null for a price of nothing, or one that is too large
 */
export function usePriceWithMargin(supplier: Supplier, percent: number | undefined): (line: Line) => Micros | null {
  const { data: rules } = trpc.admin.suppliers.rules.useQuery(undefined, { enabled: percent !== undefined });
  const { rate } = supplier;
  return useCallback(
    (line) => {
      if (percent === undefined || !rules) return line.priceByRuleMicros;
      const cost = parseSupplierAmount(line.cost);
      const picos = parseSupplierDecimal(rate, RATE_SCALE);
      if (cost === null || picos === null) return null;
      const { floorMicros, stepMicros } = rules;
      const rule = { marginBasisPoints: Math.round(percent * 100), floorMicros, stepMicros };
      const price = exactPrice(cost, picos, rule);
      return price === null || price === 0 || price > MAX_PRICE_MICROS ? null : micros(price);
    },
    [percent, rules, rate],
  );
}

function exactPrice(cost: SupplierMicros, picos: number, rule: Parameters<typeof priceOf>[2]): Micros | null {
  try {
    return priceOf(cost, ratePicos(picos), rule);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

import { paths } from './paths.ts';

/* Apart from `lib/paths.ts`, which visitors load. */

/** The suppliers that need a person: the parameter `only` of their page. */
export const supplierFilters = ['unreachable', 'stopped', 'low'] as const;
export type SupplierFilter = (typeof supplierFilters)[number];

/** The page of a supplier. */
export function supplierPath(id: number): string {
  return `${paths.suppliers}/${id}`;
}

/** The purchases of orders at suppliers, with some of them displayed. */
export function purchasesPath({ state, supplierId }: { state: string; supplierId: number }): string {
  return `${paths.purchases}?state=${state}&supplier=${supplierId}`;
}

/** A purchase in its list, with its details open. @param state the filter of the list around it */
export function purchasePath(id: number, state: 'all' | 'unknown' | 'flagged' = 'all'): string {
  return `${paths.purchases}?state=${state}&forward=${id}`;
}

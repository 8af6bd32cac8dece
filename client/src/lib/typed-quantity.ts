import { linesOf } from '#shared/comment-lines.ts';
import { quantityOf, type ServiceType } from '#shared/service-types.ts';
import type { OrderDraft } from './order-draft.ts';
import { parseCount } from './parse-typed.ts';

interface Limits {
  type: ServiceType;
  min: number;
  max: number;
}

/** The quantity of a typed order, by its service's type; null while it is missing or outside the service's limits. */
export function typedQuantity({ type, min, max }: Limits, draft: Partial<OrderDraft> | null): number | null {
  const entered = parseCount(draft?.quantity ?? '') ?? undefined;
  const quantity = quantityOf(type, entered, linesOf(draft?.comments ?? '').length);
  return quantity !== undefined && quantity >= min && quantity <= max ? quantity : null;
}

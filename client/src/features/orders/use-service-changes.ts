import { useState } from 'react';
import { formatPrice, type Micros } from '../../../../shared/money.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';

interface Figures {
  priceMicros: Micros;
  min: number;
  max: number;
}

/**
 * What of a service has changed since the customer last agreed to its figures: an order is never placed at a price or
 * within limits that they have not seen.
 * @returns a sentence for each change, none when all is as it was, and how to agree
 */
export function useServiceChanges({ priceMicros, min, max }: Figures): { changes: string[]; accept: () => void } {
  const [agreed, setAgreed] = useState<Figures>({ priceMicros, min, max });
  return {
    changes: describeChanges(agreed, { priceMicros, min, max }),
    accept: () => setAgreed({ priceMicros, min, max }),
  };
}

/** Each difference as a sentence for the customer. */
function describeChanges(before: Figures, now: Figures): string[] {
  const t = orderDialogTexts.get();
  const changes: string[] = [];
  if (before.priceMicros !== now.priceMicros) {
    changes.push(t.changedPrice({ before: formatPrice(before.priceMicros), now: formatPrice(now.priceMicros) }));
  }
  if (before.min !== now.min) changes.push(t.changedMin({ before: before.min, now: now.min }));
  if (before.max !== now.max) changes.push(t.changedMax({ before: before.max, now: now.max }));
  return changes;
}

import { useState } from 'react';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';
import { formatPrice } from '../../lib/money.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { unitOf } from './unit-of.ts';

type Service = Outputs['services']['get'];

/**
 * Changes of a service since the customer last agreed to its figures, one sentence each: an order is never placed at a price or within
 * limits that they have not seen.
 */
export function useServiceChanges({ type, priceMicros, per, min, max }: Service) {
  const [seen, setSeen] = useState({ type, priceMicros, per, min, max });
  const t = orderDialogTexts.get();
  const changes: string[] = [];
  if (seen.type !== type) changes.push(t.changedType);
  const isPerThousand = seen.per === 1000 && per === 1000;
  if (seen.per !== per || (seen.priceMicros !== priceMicros && !isPerThousand))
    changes.push(t.changedUnit({ before: priceInWords(seen), now: priceInWords({ priceMicros, per }) }));
  else if (seen.priceMicros !== priceMicros)
    changes.push(t.changedPrice({ before: formatPrice(seen.priceMicros), now: formatPrice(priceMicros) }));
  if (per !== 1 && seen.min !== min) changes.push(t.changedMin({ before: seen.min, now: min }));
  if (per !== 1 && seen.max !== max) changes.push(t.changedMax({ before: seen.max, now: max }));
  return { changes, accept: () => setSeen({ type, priceMicros, per, min, max }) };
}

function priceInWords({ priceMicros, per }: Pick<Service, 'priceMicros' | 'per'>): string {
  return `${formatPrice(priceMicros)} ${unitOf(per)}`;
}

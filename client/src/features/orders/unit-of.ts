import type { Per } from '#shared/service-types.ts';
import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';

/** The unit of a price in words. */
export function unitOf(per: Per): string {
  const t = orderDialogTexts.get();
  return per === 1 ? t.aPackage : t.per1000;
}

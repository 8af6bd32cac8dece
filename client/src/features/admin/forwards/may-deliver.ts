import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';

/**
 * The second question before an order is rejected that its supplier may deliver.
 * @param order "order 1042 of karim"
 */
export async function confirmMayDeliver(order: string): Promise<boolean> {
  await withSupplierTexts(Promise.resolve());
  return confirm(() => {
    const t = forwardTexts.get();
    return {
      title: t.mayDeliverTitle({ order }),
      text: t.mayDeliverText,
      confirmLabel: t.mayDeliverYes,
      cancelLabel: t.mayDeliverNo,
    };
  });
}

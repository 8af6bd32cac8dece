import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { confirm } from '../../../lib/toasts/toasts.ts';

/**
 * The second question before the refund of an order that its supplier may deliver: by its rejection, or by an accepted cancel.
 * @param name of the row that is decided: "Order 1042 of karim"
 */
export async function confirmMayDeliver(name: string): Promise<boolean> {
  await withSupplierTexts(Promise.resolve());
  return confirm(() => {
    const t = forwardTexts.get();
    return {
      title: t.mayDeliverTitle,
      text: t.mayDeliverText({ name }),
      confirmLabel: t.mayDeliverYes,
      cancelLabel: t.mayDeliverNo,
    };
  });
}

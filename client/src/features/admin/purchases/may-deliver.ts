import type { AtSupplier } from '#shared/forward-states.ts';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
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

/**
 * The question before an order is completed that a supplier has.
 * @param order its name, or how many: "order 1042 of karim", "3 orders"
 * @param at where it is; undefined for many
 */
export async function confirmAtSupplier(order: string, at?: Partial<AtSupplier>): Promise<boolean> {
  await withSupplierTexts(Promise.resolve());
  const name = order.charAt(0).toUpperCase() + order.slice(1);
  return confirm(() => {
    const t = forwardTexts.get();
    const supplier = at?.supplierName ?? adminOrderTexts.get().aSupplier;
    const status = at?.supplierStatus;
    const ofOne = status ? t.atSupplierSaid({ name, supplier, status }) : t.atSupplierUnsaid({ name, supplier });
    return {
      title: t.atSupplierTitle,
      text: at ? ofOne : t.atSupplierMany({ name }),
      confirmLabel: t.atSupplierYes,
      cancelLabel: t.atSupplierNo,
    };
  });
}

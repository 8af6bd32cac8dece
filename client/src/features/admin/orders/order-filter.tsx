import { useStore } from '@nanostores/react';
import { parseId } from '#shared/parse-id.ts';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { serviceFilter } from '../review-queue/filters.tsx';

const { Part: OrderChoice } = lazyWithPreload(() => import('./order-choice.tsx'));

/** Filters orders by their service, and by the supplier that has them: `supplier` in the URL is `any` or an id. */
export const orderFilter = {
  useFilter() {
    const t = useStore(adminOrderTexts);
    const [param] = useUrlParam('supplier');
    const id = parseId(param) ?? undefined;
    const supplier = param === 'any' ? ('any' as const) : id;
    const { data } = trpc.admin.suppliers.list.useQuery(undefined, { enabled: id !== undefined });
    const name = data?.items.find((each) => each.id === id)?.name ?? String(id);
    const words = id === undefined ? t.atSupplier : t.atSupplierNamed({ supplier: name });
    const { input, active } = serviceFilter.useFilter();
    return {
      input: { ...input, supplier },
      active: [...active, ...(supplier === undefined ? [] : [{ param: 'supplier', words }])],
    };
  },
  Choice: OrderChoice,
};

import { useStore } from '@nanostores/react';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';
import { LabelledChoice, ServiceChoice } from '../review-queue/filter-fields.tsx';

/** Chooses the service of the orders, and the supplier that has them. */
export default function OrderChoice() {
  const t = useStore(adminOrderTexts);
  const { any } = useStore(queueTexts);
  const [supplier, choose] = useUrlParam('supplier');
  const { data } = trpc.admin.suppliers.list.useQuery();
  const suppliers = (data?.items ?? []).map(({ id, name }) => [String(id), name] as const);
  return (
    <>
      <ServiceChoice />
      {suppliers.length > 0 && (
        <LabelledChoice
          label={t.atSupplier}
          value={supplier}
          options={[['', '–'], ['any', any], ...suppliers]}
          onChange={choose}
        />
      )}
    </>
  );
}

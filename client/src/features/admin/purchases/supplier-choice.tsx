import { useStore } from '@nanostores/react';
import { Choice } from '../../../components/choice.tsx';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useUrlParam } from '../../../lib/url-state.ts';

/** The supplier that the list is filtered by. */
export function SupplierChoice() {
  const t = useStore(forwardTexts);
  const { all } = useStore(commonTexts);
  const [chosen, choose] = useUrlParam('supplier');
  const { data } = trpc.admin.suppliers.list.useQuery();
  if (!data || data.items.length < 2) return null;
  return (
    <Choice
      aria-label={t.supplier}
      look={{ size: 'sm', maxW: '12rem' }}
      value={chosen}
      options={[['', `${t.supplier}: ${all}`], ...data.items.map(({ id, name }) => [String(id), name] as const)]}
      onChange={choose}
    />
  );
}

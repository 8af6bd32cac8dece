import { useStore } from '@nanostores/react';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { ConflictNotice } from '../conflict-notice.tsx';
import type { SupplierConflict } from './use-save-supplier.ts';

/** Another admin's changes of a supplier, and the form's values. */
export function SupplierConflicts({ conflicts }: { conflicts: SupplierConflict[] }) {
  const t = useStore(supplierTexts);
  const quoted = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    return value === '' ? t.nothing : `“${value}”`;
  };
  return (
    <ConflictNotice title={t.changedByOther} conflicts={conflicts}>
      {({ field, was, now, typed }) => (
        <>
          <strong>{t[labels[field]]}</strong>: {quoted(was)} → {quoted(now)}
          {typed !== now && <>, {t.youTyped({ text: quoted(typed) })}</>}
        </>
      )}
    </ConflictNotice>
  );
}

const labels = {
  name: 'name',
  url: 'address',
  currency: 'currency',
  rate: 'rate',
  idempotent: 'idempotent',
  marginPercent: 'margin',
  lowBalance: 'lowBalance',
  orderLimit: 'orderLimit',
  dayLimit: 'dayLimit',
  callsPerMinute: 'callsPerMinute',
  orderPlace: 'orderPlace',
} as const satisfies Record<SupplierConflict['field'], keyof typeof supplierTexts.english>;

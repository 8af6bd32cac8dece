import { Alert } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { LuUsers } from 'react-icons/lu';
import { supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import type { SupplierConflict } from './use-save-supplier.ts';

/** Another admin's changes of a supplier, and the form's values. */
export function SupplierConflicts({ conflicts }: { conflicts: SupplierConflict[] }) {
  const t = useStore(supplierTexts);
  const notice = useRef<HTMLDivElement>(null);
  // The form may be scrolled, and its button lost the focus while it was disabled.
  useEffect(() => notice.current?.focus(), [conflicts]);
  const quoted = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    return value === '' ? t.nothing : `“${value}”`;
  };
  return (
    <Alert.Root ref={notice} tabIndex={-1} status="warning" role="alert" flexShrink="0">
      <Alert.Indicator>
        <LuUsers />
      </Alert.Indicator>
      <Alert.Content>
        <Alert.Title>{t.changedByOther}</Alert.Title>
        <Alert.Description asChild>
          <ul>
            {conflicts.map(({ field, was, now, typed }) => (
              <li key={field} style={{ overflowWrap: 'anywhere' }}>
                <strong>{t[labels[field]]}</strong>: {quoted(was)} → {quoted(now)}
                {typed !== now && <>, {t.youTyped({ text: quoted(typed) })}</>}
              </li>
            ))}
          </ul>
        </Alert.Description>
      </Alert.Content>
    </Alert.Root>
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
} as const satisfies Record<SupplierConflict['field'], keyof typeof supplierTexts.english>;

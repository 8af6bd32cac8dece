import { useStore } from '@nanostores/react';
import { LuTriangleAlert } from 'react-icons/lu';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';

/** Shows that another request has the same transaction ID. */
export function DuplicateBadge() {
  const t = useStore(adminRechargeTexts);
  return (
    <StatusBadge tone="orange" small icon={<LuTriangleAlert />}>
      <span>{t.duplicate}</span>
    </StatusBadge>
  );
}

import { LuTriangleAlert } from 'react-icons/lu';
import { StatusBadge } from '../../../components/status-badge.tsx';

/** Shows that another request has the same transaction ID. */
export function DuplicateBadge() {
  return (
    <StatusBadge tone="orange" small icon={<LuTriangleAlert />}>
      <span>Duplicate ID</span>
    </StatusBadge>
  );
}

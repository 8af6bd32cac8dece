import { Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { type Change, isOnLine, short } from './audit-words.ts';

interface AuditSummaryProps {
  changes: readonly Change[];
  reason: string | null;
}

/** What changed, on one line: "Price $1.20 → $1.50 · “Too cheap”", the new values in a stronger colour. */
export function AuditSummary({ changes, reason }: AuditSummaryProps) {
  const t = useStore(auditTexts);
  const shown = changes.filter(isOnLine);
  return (
    <Span truncate dir="auto">
      {shown.map(({ label, from, to }, at) => (
        <Fragment key={label}>
          {at > 0 && ', '}
          {label} {from !== undefined && short(from)}
          {from !== undefined && to !== undefined && ' → '}
          {to !== undefined && <Span color="fg">{short(to)}</Span>}
        </Fragment>
      ))}
      {shown.length > 0 && reason && ' · '}
      {reason && `“${reason}”`}
      {shown.length === 0 && !reason && t.details}
    </Span>
  );
}

import { Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Fragment } from 'react';
import { auditTexts } from '../../../i18n/en/admin/audit.ts';
import { type Change, isOnLine, labelOnLine, short } from './audit-words.ts';

interface AuditSummaryProps {
  changes: readonly Change[];
  reason: string | null;
}

/** For the eye, what changed, on one line: "Price $1.20 → $1.50 · “Too cheap”", the new values in a stronger colour. */
export function AuditSummary({ changes, reason }: AuditSummaryProps) {
  const t = useStore(auditTexts);
  const shown = changes.filter(isOnLine);
  return (
    <Span aria-hidden truncate dir="auto">
      {shown.map((change, at) => (
        <Fragment key={change.name}>
          {at > 0 && ', '}
          {labelOnLine(change)} {change.from !== undefined && short(change.from)}
          {change.from !== undefined && change.to !== undefined && ' → '}
          {change.to !== undefined && <Span color="fg">{short(change.to)}</Span>}
        </Fragment>
      ))}
      {shown.length > 0 && reason && ' · '}
      {reason && `“${reason}”`}
      {shown.length === 0 && !reason && t.details}
    </Span>
  );
}

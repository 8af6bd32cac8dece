import { useStore } from '@nanostores/react';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import { requestTexts } from '../../i18n/en/requests.ts';
import { StatusBadge } from '../status-badge.tsx';
import { requestLook } from './request-look.tsx';
import { requestStatusWords } from './request-words.ts';

interface RequestStatusBadgeProps {
  kind: RequestKind;
  status: RequestStatus;
  /** Without a background. */
  quiet?: boolean;
}

/** The status of a customer's request. */
export function RequestStatusBadge({ kind, status, quiet }: RequestStatusBadgeProps) {
  useStore(requestTexts);
  return (
    <StatusBadge {...requestLook(kind, status)} quiet={quiet}>
      {requestStatusWords(kind, status)}
    </StatusBadge>
  );
}

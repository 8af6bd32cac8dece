import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { LuCircleCheck, LuCircleDashed, LuCircleX, LuClock } from 'react-icons/lu';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import { requestTexts } from '../../i18n/en/requests.ts';
import { StatusBadge } from '../status-badge.tsx';
import { requestStatusWords } from './request-words.ts';

type Look = { tone: 'green' | 'orange' | 'red' | 'blue'; icon: ReactNode };

const looks: Record<RequestStatus, Look> = {
  pending: { tone: 'orange', icon: <LuClock /> },
  accepted: { tone: 'blue', icon: <LuCircleDashed /> },
  rejected: { tone: 'red', icon: <LuCircleX /> },
  done: { tone: 'green', icon: <LuCircleCheck /> },
};

/** How a request looks. An accepted cancel has ended. */
export function requestLook(kind: RequestKind, status: RequestStatus): Look {
  return kind === 'cancel' && status === 'accepted' ? looks.done : looks[status];
}

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

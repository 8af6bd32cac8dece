import type { ReactNode } from 'react';
import { LuBan, LuCircleCheck, LuCircleDashed, LuCircleX, LuClock, LuRefreshCw, LuZap } from 'react-icons/lu';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';

export const kindIcons: Record<RequestKind, ReactNode> = {
  refill: <LuRefreshCw aria-hidden />,
  cancel: <LuBan aria-hidden />,
  speed_up: <LuZap aria-hidden />,
};

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

import { useStore } from '@nanostores/react';
import { LuCircleCheck, LuClock, LuMessageSquareReply } from 'react-icons/lu';
import type { TicketStatus } from '../../../../shared/ticket-status.ts';
import { ticketStatusTexts } from '../../i18n/en/tickets.ts';
import { StatusBadge } from '../status-badge.tsx';

const looks = {
  open: { tone: 'orange', icon: <LuClock /> },
  answered: { tone: 'blue', icon: <LuMessageSquareReply /> },
  closed: { tone: 'gray', icon: <LuCircleCheck /> },
} as const satisfies Record<TicketStatus, object>;

/** Whether a ticket waits for the support, for its customer, or for nobody. */
export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const t = useStore(ticketStatusTexts);
  return <StatusBadge {...looks[status]}>{t[status]}</StatusBadge>;
}

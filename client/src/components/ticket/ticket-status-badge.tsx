import { useStore } from '@nanostores/react';
import { LuCircleCheck, LuClock, LuMessageSquareReply } from 'react-icons/lu';
import type { TicketStatus } from '#shared/ticket-status.ts';
import { ticketStatusTexts } from '../../i18n/en/tickets.ts';
import { StatusBadge } from '../status-badge.tsx';

const looks = {
  open: { tone: 'orange', icon: <LuClock /> },
  answered: { tone: 'blue', icon: <LuMessageSquareReply /> },
  closed: { tone: 'gray', icon: <LuCircleCheck /> },
} as const satisfies Record<TicketStatus, object>;

/** A ticket's status: it waits for the support, waits for the customer, or is closed. */
export function TicketStatusBadge({ status, quiet }: { status: TicketStatus; quiet?: boolean }) {
  const t = useStore(ticketStatusTexts);
  return (
    <StatusBadge {...looks[status]} quiet={quiet}>
      {t[status]}
    </StatusBadge>
  );
}

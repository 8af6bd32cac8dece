import { useStore } from '@nanostores/react';
import type { TicketStatus } from '#shared/ticket-status.ts';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';

/** A ticket's status in the admin's words. */
export function AdminTicketStatus({ status, quiet = false }: { status: TicketStatus; quiet?: boolean }) {
  const { waiting, answered, closed } = useStore(adminTicketTexts);
  return <TicketStatusBadge status={status} quiet={quiet} words={{ open: waiting, answered, closed }} />;
}

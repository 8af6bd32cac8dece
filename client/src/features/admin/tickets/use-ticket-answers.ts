import { useLocation, useNavigate } from 'react-router-dom';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { reportError } from '../../../lib/errors.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { manageTicketPath, paths } from '../../../lib/paths.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';

/** An admin's actions on a ticket, and the way to the next one. Each mutation resolves after the refetch. */
export function useTicketAnswers(id: number) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const waiting = trpc.admin.tickets.next.useQuery({ id }, { refetchInterval: POLL_MS }).data?.waiting;
  const readAgain = () =>
    Promise.all([utils.admin.tickets.get.invalidate({ id }), utils.admin.tickets.list.invalidate()]);
  const reply = trpc.admin.tickets.reply.useMutation({
    onSuccess: async () => {
      await readAgain();
      showSuccess(adminTicketTexts.get().answerSent, adminTicketTexts.get().answerSentText);
    },
  });
  const close = trpc.admin.tickets.close.useMutation({
    onSuccess: async () => {
      await readAgain();
      showSuccess(adminTicketTexts.get().ticketClosed);
    },
    onError: (error) => void reportError(adminTicketTexts.get().closeFailed, error),
  });
  const readNext = () => utils.admin.tickets.next.fetch({ id }, { staleTime: 0 }).catch(() => undefined);
  const goTo = async (next: { id: number | null } | undefined) => {
    if (next?.id) return navigate(manageTicketPath(next.id), { state: { writes: true } });
    if (next) showSuccess(adminTicketTexts.get().noneWaits, adminTicketTexts.get().noneWaitsText);
    return navigate(paths.manageTickets);
  };
  return {
    close,
    /** How many other tickets wait; undefined until known. */
    waiting,
    /** Whether the admin came from another ticket to write in this one. */
    isWriting: (state as { writes?: unknown } | null)?.writes === true,
    send: {
      mutateAsync: (input: { message: string; requestId: string }) => reply.mutateAsync({ id, ...input }),
      isPending: reply.isPending,
      error: reply.error,
    },
    openNext: async () => goTo(await readNext()),
    prepareClose: async () => () => close.mutateAsync({ id }).catch(() => undefined),
    /** The next ticket is read before the answer changes this ticket's place. */
    prepareNext: async () => {
      const next = await readNext();
      return () => goTo(next);
    },
  };
}

export type TicketAnswers = ReturnType<typeof useTicketAnswers>;

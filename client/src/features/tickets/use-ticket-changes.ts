import { ticketTexts } from '../../i18n/en/tickets.ts';
import { errorCodeOf, reportError } from '../../lib/errors.ts';
import { showSuccess } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';

/** The customer's actions on a ticket. Each resolves when the screen shows its result. */
export function useTicketChanges(id: number) {
  const utils = trpc.useUtils();
  const readAgain = () => Promise.all([utils.tickets.get.invalidate({ id }), utils.tickets.list.invalidate()]);
  const close = trpc.tickets.close.useMutation({
    onSuccess: async () => {
      await readAgain();
      showSuccess(ticketTexts.get().closed);
    },
    onError: (error) => void reportError(ticketTexts.get().closeFailed, error),
  });
  const reopen = trpc.tickets.reopen.useMutation({
    onSuccess: readAgain,
    onError: (error) => void reportError(ticketTexts.get().reopenFailed, error),
  });
  const reply = trpc.tickets.reply.useMutation({
    onSuccess: readAgain,
    // It was closed elsewhere: the refetch shows that, with the button to reopen it.
    onError: (error) => void (errorCodeOf(error) === 'ticket_closed' && readAgain()),
  });
  return { close, reopen, reply };
}

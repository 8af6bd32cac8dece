import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { openTicketInput } from '#shared/tickets.ts';
import { readTyped, useDraft } from '../../components/ticket/use-draft.ts';
import { ticketTexts } from '../../i18n/en/tickets.ts';
import { applyFieldErrors, readError } from '../../lib/errors.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { ticketPath } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts/toasts.ts';
import { trpc } from '../../lib/trpc.ts';
import { aboutInAddress, aboutLabel, aboutValue, readAbout } from './about.ts';

const typedTicket = openTicketInput.pick({ subject: true, message: true }).extend({ about: z.string() });

/** The form of a new ticket: opens it once, and stores the typed values until then. */
export function useOpenTicket() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const draftName = `ticket-draft:${user?.id ?? ''}`;
  const [beginning] = useState(() => beginWith(readTyped(draftName), params));
  const form = useSchemaForm(typedTicket, beginning);
  const draft = useDraft(draftName, form);
  const { mutateAsync, error, isPending } = trpc.tickets.open.useMutation();

  const submit = form.handleSubmit(async ({ about, subject, message }) => {
    const input = { subject, message, ...readAbout(about) };
    try {
      const { id } = await mutateAsync({ ...input, requestId: draft.requestIdOf(input) });
      draft.forget();
      const t = ticketTexts.get();
      showSuccess(t.opened({ id: String(id) }), t.openedText);
      void utils.tickets.list.invalidate();
      await navigate(ticketPath(id), { replace: true });
    } catch (refusal) {
      const { fieldErrors } = readError(refusal);
      const [text] = fieldErrors.orderId ?? fieldErrors.rechargeId ?? [];
      if (text === undefined) applyFieldErrors(form, refusal);
      else form.setError('about', { type: 'server', message: text }, { shouldFocus: true });
    }
  });

  return { form, submit, error, isPending };
}

/** The stored values, with the order or recharge from the URL and a proposed title. */
function beginWith(typed: Record<string, string>, params: URLSearchParams) {
  const { about = '', subject = '', message = '' } = typed;
  const requested = aboutInAddress(params);
  if (!requested) return { about, subject, message };
  const proposed = aboutLabel(ticketTexts.get(), requested) ?? '';
  // A title proposed for another order is replaced.
  const isProposed = subject === '' || about !== aboutValue(requested);
  return { about: aboutValue(requested), subject: isProposed ? proposed : subject, message };
}

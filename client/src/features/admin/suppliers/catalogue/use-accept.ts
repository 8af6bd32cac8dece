import { type RefObject, useRef } from 'react';
import type { Category } from '#shared/categories.ts';
import type { ProposalChange } from '#shared/supplier-catalogue.ts';
import { proposalTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { fieldMessage, isUnsure, readError, reportError } from '../../../../lib/errors.ts';
import { newRequestId } from '../../../../lib/request-id.ts';
import { returnFocus } from '../../../../lib/return-focus.ts';
import { confirm, showError, showSuccess, showWarning } from '../../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../../lib/trpc.ts';
import { useReadSuppliersAgain } from '../use-supplier-changes.ts';

export type Accepted = Outputs['admin']['suppliers']['accept'];

interface Acceptance {
  /** The chosen lines; undefined for all of the filter. */
  lines: (string | { externalId: string; category: Category })[] | undefined;
  filter: { change?: ProposalChange; search?: string } | undefined;
  count: number;
  marginPercent: number | undefined;
  /** When the displayed list was read: nothing else is accepted as all. */
  readAt: string | undefined;
}

/** Accepts lines of a proposal. After a lost response the same lines are sent again with the same key. */
export function useAccept(id: number, onAccepted: (accepted: Accepted) => void) {
  const readAgain = useReadAgain();
  const { mutateAsync, isPending } = trpc.admin.suppliers.accept.useMutation();
  /** The last input without a response, and its key. */
  const lost = useRef<{ input: string; requestId: string }>(undefined);

  const accept = async ({ lines, filter, count, marginPercent, readAt }: Acceptance) => {
    if (!lines && !(await confirm(() => questionAbout(count), 'plain'))) return;
    const t = proposalTexts.get();
    const input = {
      id,
      ...(lines ? { lines } : { all: true as const, ...(filter && { filter }) }),
      ...(marginPercent !== undefined && { marginPercent }),
    };
    const text = JSON.stringify(input);
    const requestId = lost.current?.input === text ? lost.current.requestId : newRequestId();
    try {
      const accepted = await mutateAsync({ ...input, ...(!lines && { readAt }), requestId });
      lost.current = undefined;
      const { created, updated, paused } = accepted;
      showSuccess(t.accepted, t.acceptedAll({ created, updated, paused }));
      onAccepted(accepted);
    } catch (error) {
      const isLost = isUnsure(readError(error), lost.current?.input === text);
      lost.current = isLost ? { input: text, requestId } : undefined;
      if (isLost) void showError(t.acceptFailed, t.acceptLost);
      else void reportError(t.acceptFailed, error);
    }
    await readAgain();
  };

  return { accept, isPending };
}

function questionAbout(count: number) {
  const t = proposalTexts.get();
  return { title: t.acceptAllAsk({ count }), text: t.acceptAllText, confirmLabel: t.accept({ count }) };
}

/**
 * Reads a supplier's list into the proposal.
 * @param button has the focus after it: buttons are disabled until then, and the one of a problem is removed with it
 */
export function useFetchList(id: number, button: RefObject<HTMLElement | null>) {
  const readAgain = useReadAgain();
  const { mutateAsync, isPending } = trpc.admin.suppliers.fetch.useMutation();

  const read = async (evenIfShrunken: boolean) => {
    const t = proposalTexts.get();
    returnFocus(button.current);
    try {
      const { counts, problem } = await mutateAsync({ id, ...(evenIfShrunken && { evenIfShrunken }) });
      if (problem) showWarning(t.problem, fieldMessage(problem.text));
      else showSuccess(t.fetched, counts.all > 0 ? t.fetchedText({ count: counts.all }) : t.fetchedNone);
    } catch (error) {
      void reportError(t.fetchFailed, error);
    }
    await readAgain();
  };

  return {
    isPending,
    fetch: () => read(false),
    async fetchAnyway() {
      const isSure = await confirm(() => {
        const t = proposalTexts.get();
        return { title: t.fetchAnywayAsk, text: t.fetchAnywayText, confirmLabel: t.fetchAnyway };
      });
      if (isSure) await read(true);
    },
  };
}

/** Services change together with suppliers. */
function useReadAgain(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  const readSuppliersAgain = useReadSuppliersAgain();
  return () => Promise.all([readSuppliersAgain(), utils.admin.services.invalidate(), utils.services.invalidate()]);
}

import { type RefObject, useCallback, useRef } from 'react';
import type { Micros } from '#shared/money.ts';
import type { ProposalChange } from '#shared/supplier-catalogue.ts';
import { proposalTexts, sourcePauseTexts } from '../../../../i18n/en/admin/supplier-catalogue.ts';
import { fieldMessage, isUnsure, readError, reportError } from '../../../../lib/errors.ts';
import { formatUnits } from '../../../../lib/format-units.ts';
import { formatPrice } from '../../../../lib/money.ts';
import { newRequestId } from '../../../../lib/request-id.ts';
import { returnFocus } from '../../../../lib/return-focus.ts';
import { confirm, showError, showSuccess, showWarning } from '../../../../lib/toasts/toasts.ts';
import { type Outputs, trpc } from '../../../../lib/trpc.ts';
import { useUntilEnded } from '../../use-until-ended.ts';
import { useReadSuppliersAgain } from '../use-supplier-changes.ts';
import { idOfLine, type Line } from './proposal-columns.tsx';

export type Accepted = Outputs['admin']['suppliers']['accept'];

interface Acceptance {
  /** The chosen lines; undefined for all of the filter. */
  lines: (string | { externalId: string; category: string })[] | undefined;
  /** Those of them that ask one by one, with the old and the new price. */
  doubted: Line[];
  priceOf: (line: Line) => Micros | null;
  currency: string;
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

  const accept = async ({ lines: chosen, filter, count, marginPercent, readAt, ...doubts }: Acceptance) => {
    const { isConfirmed, confirmed } = await askAbout(doubts);
    const lines = chosen?.filter((line) => isConfirmed(typeof line === 'string' ? line : line.externalId));
    if (lines?.length === 0) return;
    if (!lines && !(await confirm(() => questionAbout(count), 'plain'))) return;
    const t = proposalTexts.get();
    const input = {
      id,
      ...(lines ? { lines } : { all: true as const, ...(filter && { filter }) }),
      ...(confirmed.length > 0 && { confirm: confirmed }),
      ...(marginPercent !== undefined && { marginPercent }),
    };
    // What a person has confirmed is the cost of the displayed list; one line alone is confirmed by that.
    const isOfList = !lines || lines.length === 1 || confirmed.length > 0;
    const text = JSON.stringify(input);
    const requestId = lost.current?.input === text ? lost.current.requestId : newRequestId();
    try {
      const accepted = await mutateAsync({ ...input, ...(isOfList && { readAt }), requestId });
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

/** Line by line. */
async function askAbout({ doubted, priceOf, currency }: Pick<Acceptance, 'doubted' | 'priceOf' | 'currency'>) {
  const confirmed: string[] = [];
  for (const line of doubted) {
    const isSure = await confirm(() => {
      const t = proposalTexts.get();
      const price = line.service?.pricedByRule === false ? line.service.priceMicros : priceOf(line);
      const facts = {
        was: line.service ? formatUnits(line.service.acceptedCost, currency) : t.noPrice,
        is: formatUnits(line.cost, currency),
        price: [line.service && formatPrice(line.service.priceMicros), price === null ? t.noPrice : formatPrice(price)]
          .filter(Boolean)
          .join(' → '),
      };
      return {
        title: t.doubtedAsk({ name: line.name }),
        text: t.doubtedText(facts),
        confirmLabel: t.accept({ count: 1 }),
      };
    });
    if (isSure) confirmed.push(idOfLine(line));
  }
  const isConfirmed = (id: string) => confirmed.includes(id) || !doubted.some((line) => idOfLine(line) === id);
  return { confirmed, isConfirmed };
}

/** Ends the pause of a line's source; the service is on sale again if nothing else is wrong with it. */
export function useResume(supplierId: number) {
  const readAgain = useReadAgain();
  const { mutateAsync } = trpc.admin.services.resumeSource.useMutation();
  return useCallback(
    async ({ service, externalId }: Line) => {
      if (!service || externalId === null) return;
      const t = proposalTexts.get();
      try {
        const { sources } = await mutateAsync({ id: service.id, supplierId, externalId });
        const reason = sources.find(
          (each) => each.supplierId === supplierId && each.externalId === externalId,
        )?.pausedReason;
        if (reason) showWarning(t.stillPaused, sourcePauseTexts.get()[reason]);
        else showSuccess(t.shown);
      } catch (error) {
        void reportError(t.showFailed, error);
      }
      await readAgain();
    },
    [mutateAsync, supplierId, readAgain],
  );
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
  const { mutateAsync } = trpc.admin.suppliers.fetch.useMutation();
  const { wait, ...state } = useUntilEnded();

  const read = async (evenIfShrunken: boolean) => {
    const t = proposalTexts.get();
    returnFocus(button.current);
    try {
      const fetched = await wait(() => mutateAsync({ id, ...(evenIfShrunken && { evenIfShrunken }) }));
      if (!fetched) return;
      const { counts, problem } = fetched;
      if (problem) showWarning(t.problem, fieldMessage(problem.text));
      else showSuccess(t.fetched, counts.all > 0 ? t.fetchedText({ count: counts.all }) : t.fetchedNone);
    } catch (error) {
      void reportError(t.fetchFailed, error);
    }
    await readAgain();
  };

  return {
    ...state,
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
  return useCallback(
    () => Promise.all([readSuppliersAgain(), utils.admin.services.invalidate(), utils.services.invalidate()]),
    [readSuppliersAgain, utils],
  );
}

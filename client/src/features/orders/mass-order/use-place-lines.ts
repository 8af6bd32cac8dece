import { useMemo, useState } from 'react';
import { sum } from '#shared/money.ts';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { reportError } from '../../../lib/errors.ts';
import { formatDollars } from '../../../lib/money.ts';
import { useMoneyAction } from '../../../lib/money-actions/use-money-action.ts';
import { paths } from '../../../lib/paths.ts';
import { showError, showSuccess } from '../../../lib/toasts/toasts.ts';
import { directClient, type Outputs } from '../../../lib/trpc.ts';
import { useShowCharged } from '../use-order.ts';
import { askFit } from './ask-fit.ts';
import {
  keepMassText,
  keepResults,
  type LineResult,
  markSent,
  readMassText,
  readResults,
  type SentLine,
  type SentLines,
  sentLines,
} from './mass-draft.ts';
import { withoutLines } from './parse-lines.ts';

type PlacedLines = Outputs['orders']['placeMany'];

/**
 * Places lines in one call. While a response is missing, the same lines are sent again with the same key. Placed lines leave the box,
 * refused ones stay.
 * @param onText receives the box's text after a response
 */
export function usePlaceLines(userId: number, onText: (text: string) => void) {
  const [results, setResults] = useState(() => readResults(userId));
  const showCharged = useShowCharged();
  const showResults = (next: LineResult[]) => {
    setResults(next);
    keepResults(userId, next);
  };

  const { isPending, unanswered, start } = useMoneyAction<SentLines, PlacedLines>({
    name: `mass-order:${userId}`,
    send: ({ requestId, lines }) =>
      askFit(directClient.orders.placeMany.mutate, { requestId, lines: lines.map(({ order }) => order) }),
    describe: ({ lines }) => massOrderTexts.get().ordersCount({ count: lines.length }),
    settle(answer, sent) {
      const placed = new Set(answer.results.flatMap((line) => ('order' in line ? numberOf(sent, line.index) : [])));
      markSent(userId, false);
      keepMassText(userId, withoutLines(readMassText(userId), placed));
      keepResults(userId, resultsOf(answer, sent));
      showCharged(answer);
    },
    refused: () => markSent(userId, false),
    here: {
      done(answer, sent) {
        setResults(resultsOf(answer, sent));
        onText(readMassText(userId));
        reportPlaced(answer);
      },
      failed: (error) => reportError(massOrderTexts.get().failed, error),
    },
    elsewhere: { done: (answer) => reportPlaced(answer, true), failedTitle: massOrderTexts.get().failed },
  });
  const unansweredLines = useMemo(() => sentLines.safeParse(unanswered?.input).data ?? null, [unanswered]);

  return {
    isPending,
    /** Whether the response to the last try is missing. */
    isUnanswered: unansweredLines !== null,
    results,
    forgetResults: () => showResults([]),
    place(text: string, lines: SentLine[]): Promise<void> {
      keepMassText(userId, text);
      markSent(userId, true);
      showResults([]);
      return start(unansweredLines ?? { lines });
    },
  };
}

function reportPlaced({ results }: PlacedLines, leadsThere = false): void {
  const t = massOrderTexts.get();
  const charged = results.flatMap((line) => ('order' in line ? line.order.chargeNanos : []));
  const refused = results.length - charged.length;
  if (charged.length === 0) return void showError(t.failed, t.allRefused);
  const text = [
    t.placedFor({ count: charged.length, amount: formatDollars(sum(charged)) }),
    ...(refused > 0 ? [t.refusedStay({ count: refused })] : []),
  ].join(' ');
  showSuccess(t.success, text, leadsThere ? { to: paths.massOrder, label: t.seeResults } : undefined);
}

function numberOf({ lines }: SentLines, index: number): number | [] {
  return lines[index]?.number ?? [];
}

function resultsOf({ results }: PlacedLines, { lines }: SentLines): LineResult[] {
  return results.map((line) => {
    const { text = '', order: sent } = lines[line.index] ?? {};
    const order = sent && {
      serviceId: sent.serviceId,
      link: sent.link,
      quantity: sent.quantity ?? sent.comments?.length,
    };
    if (!('order' in line))
      return { text, order, placed: null, refusal: { domainCode: line.domainCode, message: line.message } };
    const { id, serviceId, serviceName, serviceNameBn, quantity, chargeNanos } = line.order;
    const placed = { id, serviceId, serviceName, serviceNameBn, chargeNanos };
    return { text, order: order && { ...order, quantity }, placed, refusal: null };
  });
}

import { useState } from 'react';
import { formatDollars, sum } from '../../../../../shared/money.ts';
import { massOrderTexts } from '../../../i18n/en/mass-order.ts';
import { useShowBalance } from '../../../lib/balance.ts';
import { tellError } from '../../../lib/errors.ts';
import { useMoneyAction } from '../../../lib/money-actions/use-money-action.ts';
import { showError, showSuccess } from '../../../lib/notices/notices.ts';
import { paths } from '../../../lib/paths.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { directClient, type Outputs, trpc } from '../../../lib/trpc.ts';
import { type Attempt, keepMassDraft, type LineResult, readMassDraft, type SentLine } from './mass-draft.ts';
import { withoutLines } from './parse-lines.ts';

type PlacedLines = Outputs['orders']['placeMany'];

/**
 * Places lines together, each of them once: while an answer is missing, the same lines are sent again under the same key, also
 * after a reload. What was placed leaves the box, what was refused stays in it, whoever looks at the page by then.
 * @param onText shows the box as it is after an answer
 */
export function usePlaceLines(userId: number, onText: (text: string) => void) {
  const [draft] = useState(() => readMassDraft(userId));
  const [unanswered, setUnanswered] = useState(draft.attempt);
  const [results, setResults] = useState(draft.results);
  const showPlaced = useShowPlaced();

  const { isPending, start } = useMoneyAction<Attempt, PlacedLines>({
    name: `mass-order:${userId}`,
    send: ({ requestId, lines }) =>
      directClient.orders.placeMany.mutate({ requestId, lines: lines.map(({ order }) => order) }),
    describe: ({ lines }) => massOrderTexts.get().ordersCount({ count: lines.length }),
    settle: {
      done(answer, sent) {
        const placed = new Set(answer.results.flatMap((line) => ('order' in line ? numberOf(sent, line.index) : [])));
        const { text } = readMassDraft(userId);
        keepMassDraft(userId, { text: withoutLines(text, placed), attempt: null, results: resultsOf(answer, sent) });
        showPlaced(answer);
      },
      failed: () => keepMassDraft(userId, { ...readMassDraft(userId), attempt: null }),
      unanswered: (sent) => keepMassDraft(userId, { ...readMassDraft(userId), attempt: sent }),
    },
    here: {
      done(answer, sent) {
        setUnanswered(null);
        setResults(resultsOf(answer, sent));
        onText(readMassDraft(userId).text);
        tell(answer);
      },
      failed(error) {
        setUnanswered(null);
        return tellError(massOrderTexts.get().failed, error);
      },
      unanswered: setUnanswered,
    },
    elsewhere: { done: (answer) => tell(answer, true), failedTitle: massOrderTexts.get().failed },
  });

  return {
    isPending,
    /** Set while nobody knows what became of the last try. */
    unanswered: isPending ? null : unanswered,
    results,
    forgetResults() {
      setResults([]);
      keepMassDraft(userId, { ...readMassDraft(userId), results: [] });
    },
    place(text: string, lines: SentLine[]): Promise<void> {
      const attempt = unanswered ?? { requestId: newRequestId(), lines };
      setResults([]);
      keepMassDraft(userId, { text, attempt, results: [] });
      return start(attempt, unanswered !== null);
    },
  };
}

function tell({ results }: PlacedLines, leadsThere = false): void {
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

function numberOf({ lines }: Attempt, index: number): number | [] {
  return lines[index]?.number ?? [];
}

function resultsOf({ results }: PlacedLines, { lines }: Attempt): LineResult[] {
  return results.map((line) => {
    const text = lines[line.index]?.text ?? '';
    if (!('order' in line))
      return { text, placed: null, refusal: { domainCode: line.domainCode, message: line.message } };
    const { id, serviceId, serviceName, chargeNanos } = line.order;
    return { text, placed: { id, serviceId, serviceName, chargeNanos }, refusal: null };
  });
}

/** Lets the other screens know of what was placed. */
function useShowPlaced() {
  const utils = trpc.useUtils();
  const showBalance = useShowBalance();
  return ({ balanceNanos }: PlacedLines) => {
    showBalance(balanceNanos);
    void Promise.all([utils.orders.invalidate(), utils.balance.statement.invalidate(), utils.stats.invalidate()]);
  };
}

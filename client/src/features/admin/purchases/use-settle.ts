import { useRef } from 'react';
import type { SettleOutcome } from '#shared/forward-states.ts';
import type { SettleForwardInput } from '#shared/forwards.ts';
import { forwardTexts } from '../../../i18n/en/admin/forwards.ts';
import { isUnsure, readError, reportError } from '../../../lib/errors.ts';
import { formatDollars } from '../../../lib/money.ts';
import { newRequestId } from '../../../lib/request-id.ts';
import { confirm, showSuccess, showWarning } from '../../../lib/toasts/toasts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { reasonWords } from '../suppliers/reason.tsx';
import { useReadMoneyAgain } from '../use-read-money-again.ts';
import { focusedButton, type RowTasks, useRowTasks } from '../use-row-tasks.ts';
import { useUntilEnded } from '../use-until-ended.ts';
import { type Forward, sinceOf } from './forward.ts';

export type Task = SettleOutcome | 'refresh' | 'resolve' | 'refill';

/** The number of a bought purchase, or what the words of its supplier mean. */
type Decided = Pick<SettleForwardInput, 'externalId' | 'words'>;

export interface Settling {
  /** Forward id → its running task. */
  pending: RowTasks['pending'];
  /** What the button that reads a status says once that takes long. */
  line: string | undefined;
  /** Settles a purchase without a question. @throws the error of the call */
  settle: (forward: Forward, outcome: SettleOutcome, more?: Decided) => Promise<void>;
  /** "It is not there, send again", after a question. */
  sendAgain: (forward: Forward) => void;
  /** After a question with the amount. */
  refund: (forward: Forward) => void;
  /** Clears the flag of a purchase that the admin has looked at. */
  resolve: (forward: Forward) => void;
  /** Asks the supplier for a refill of what it did not deliver, as the customer may. */
  askRefill: (forward: Forward) => void;
  /** Reads the status at the supplier now. */
  refresh: (forward: Forward) => void;
}

/** A person's decisions on purchases, row by row. A try without a response is sent again with its key. */
export function useSettle(): Settling {
  const utils = trpc.useUtils();
  const readMoneyAgain = useReadMoneyAgain();
  const settling = trpc.admin.forwards.settle.useMutation();
  const resolving = trpc.admin.forwards.resolve.useMutation();
  const filing = trpc.admin.requests.file.useMutation();
  const refreshing = trpc.admin.forwards.refresh.useMutation();
  const { pending, run } = useRowTasks();
  const { line, wait } = useUntilEnded();
  /** The keys of tries without a response, by their input. */
  const keys = useRef(new Map<string, string>());

  const readAgain = () =>
    Promise.all([utils.admin.forwards.invalidate(), utils.admin.suppliers.invalidate(), readMoneyAgain()]);

  const settle = async (settled: Forward, outcome: SettleOutcome, more: Decided = {}) => {
    const t = forwardTexts.get();
    const { id, orderId } = settled;
    const input = { id, outcome, ...more };
    // A purchase that is unknown again has another decision, and so another key.
    const name = JSON.stringify({ ...input, since: sinceOf(settled) });
    const known = keys.current.get(name);
    const requestId = known ?? newRequestId();
    try {
      const { forward, settled: count } = await settling.mutateAsync({ ...input, requestId });
      keys.current.delete(name);
      const state =
        outcome === 'refund' ? t.refunded({ charge: formatDollars(settled.chargeNanos) }) : t[forward.state];
      showSuccess(t.settled, count ? t.wordsSettled({ count }) : t.settledText({ id: String(orderId), state }));
    } catch (error) {
      if (isUnsure(readError(error), known !== undefined)) keys.current.set(name, requestId);
      else keys.current.delete(name);
      throw error;
    } finally {
      void readAgain();
    }
  };

  const askAndSettle = async (forward: Forward, outcome: SettleOutcome, ask: Parameters<typeof confirm>[0]) => {
    const pressed = focusedButton();
    if (!(await confirm(ask))) return;
    const task = () =>
      settle(forward, outcome).catch((error: unknown) => reportError(forwardTexts.get().settleFailed, error));
    await run(String(forward.id), outcome satisfies Task, task, pressed);
  };

  const sendAgain = (forward: Forward) => askAndSettle(forward, 'not_bought', () => sendAgainQuestion(forward));
  const refund = (forward: Forward) => askAndSettle(forward, 'refund', () => refundQuestion(forward));

  const refresh = ({ id, orderId }: Forward) =>
    run(String(id), 'refresh' satisfies Task, async () => {
      const t = forwardTexts.get();
      try {
        const answer = await wait(() => refreshing.mutateAsync({ id }));
        if (!answer) return;
        const { forward, problem } = answer;
        if (problem !== null) showWarning(t.refreshFailed, reasonWords(problem));
        else {
          const status = forward.supplierStatus ?? t.refreshedNone;
          showSuccess(t.refreshed, t.refreshedText({ id: String(orderId), status }));
        }
      } catch (error) {
        void reportError(t.refreshFailed, error);
      }
      void readAgain();
    });

  const resolve = ({ id, orderId }: Forward) =>
    run(String(id), 'resolve' satisfies Task, async () => {
      const t = forwardTexts.get();
      try {
        await resolving.mutateAsync({ id });
        showSuccess(t.resolved, t.orderNumber({ id: String(orderId) }));
      } catch (error) {
        void reportError(t.settleFailed, error);
      }
      void readAgain();
    });

  const askRefill = ({ id, orderId }: Forward) =>
    run(String(id), 'refill' satisfies Task, async () => {
      const t = forwardTexts.get();
      const name = `refill of ${orderId}`;
      const known = keys.current.get(name);
      const requestId = known ?? newRequestId();
      try {
        const { items } = await filing.mutateAsync({ kind: 'refill', orderIds: [orderId], requestId });
        keys.current.delete(name);
        if (items[0]?.request) showSuccess(t.refillAsked, t.orderNumber({ id: String(orderId) }));
        else showWarning(t.refillFailed, t.refillNot);
      } catch (error) {
        if (isUnsure(readError(error), known !== undefined)) keys.current.set(name, requestId);
        void reportError(t.refillFailed, error);
      }
      void utils.admin.requests.invalidate();
    });

  return {
    pending,
    line,
    settle,
    sendAgain: (forward) => void sendAgain(forward),
    refund: (forward) => void refund(forward),
    resolve: (forward) => void resolve(forward),
    askRefill: (forward) => void askRefill(forward),
    refresh: (forward) => void refresh(forward),
  };
}

function sendAgainQuestion({ orderId, state, supplierName, reason }: Forward) {
  const t = forwardTexts.get();
  const isUnknown = state === 'unknown';
  return {
    title: t.notBoughtTitle({ id: String(orderId) }),
    text: isUnknown
      ? t.notBoughtText({ supplier: supplierName ?? '–' })
      : t.sendAgainText({ proof: reasonWords(reason ?? '–') }),
    confirmLabel: isUnknown ? t.notBoughtYes : t.sendAgain,
  };
}

function refundQuestion({ orderId, state, chargeNanos }: Forward) {
  const t = forwardTexts.get();
  const charge = formatDollars(chargeNanos);
  return {
    title: t.refundAsk({ id: String(orderId) }),
    text: state === 'unknown' ? t.refundTextUnknown({ charge }) : t.refundText({ charge }),
    confirmLabel: t.refundYes({ charge }),
  };
}

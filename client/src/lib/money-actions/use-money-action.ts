import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useMemo, useRef } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { moneyActionTexts } from '../../i18n/en/money-actions.ts';
import { type AppError, errorCodeOf, isUnsure, readError } from '../errors.ts';
import { newRequestId } from '../request-id.ts';
import { session } from '../session.ts';
import { confirm, showMessage } from '../toasts/toasts.ts';
import { findPending, forgetPending, keepPending } from './pending-actions.ts';

type Keyed<Input> = Input & { requestId: string };

/** The screen's reactions to a response. */
interface Outcome<Input, Result> {
  done: (result: Result, input: Input) => void | Promise<void>;
  /** It was refused: no money has moved. */
  failed: (error: unknown, input: Input) => void | Promise<void>;
}

interface MoneyAction<Input, Result> {
  /** Identifies the action, such as `order:1:7`: only one with this name can be pending. */
  name: string;
  send: (input: Keyed<Input>) => Promise<Result>;
  /** The action as text. */
  describe: (input: Input) => string;
  /** Updates the draft and other screens after a success, on any page. */
  settle: (result: Result, input: Input) => void;
  /** Updates the draft after a refusal, on any page: no money has moved, and no response is missing. */
  refused?: () => void;
  /** False while the dialog closes. */
  isShown?: boolean;
  /** For the screen that is open when the response arrives, which may have been reopened since. */
  here: Outcome<Input, Result>;
  /** For a customer who has left that screen. An error is displayed with the action and a link back. */
  elsewhere: { done: Outcome<Input, Result>['done']; failedTitle: string };
}

/** Where an action was started, and by whom. */
interface SentFrom {
  path: string;
  navigate: NavigateFunction;
  userId: number | undefined;
}

const $underWay = atom<readonly string[]>([]);
const screens = new Map<string, Outcome<never, never>>();

/**
 * An action that moves money. It outlives the screen that starts it, and its outcome is displayed on any page. A second start
 * while it is pending is ignored. Each start has the same idempotency key until the action is done, also after a lost response or
 * a reload.
 */
export function useMoneyAction<Input extends object, Result>(action: MoneyAction<Input, Result>) {
  const { name, here, isShown = true } = action;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const userId = session.get().user?.id;
  const isPending = useStore($underWay).includes(name);
  /** Kept after a refusal, as long as the form is open. */
  const requestId = useRef<string>(undefined);
  const latest = useRef(here);
  useEffect(() => {
    latest.current = here;
  });
  useEffect(() => {
    if (!isShown) return;
    const screen: Outcome<Input, Result> = {
      done(result, input) {
        requestId.current = undefined;
        return latest.current.done(result, input);
      },
      failed(error, input) {
        // The key belongs to an earlier try that did arrive.
        if (errorCodeOf(error) === 'idempotency_conflict') requestId.current = undefined;
        return latest.current.failed(error, input);
      },
    };
    screens.set(name, screen);
    return () => {
      if (screens.get(name) === screen) screens.delete(name);
    };
  }, [name, isShown]);

  return {
    isPending,
    /** The last try, if its response is missing and none is being sent. */
    unanswered: useMemo(() => (isPending ? undefined : findPending(userId, name)), [isPending, name, userId]),
    start: (input: Input): Promise<void> => {
      requestId.current = findPending(userId, name)?.requestId ?? requestId.current ?? newRequestId();
      return run(action, { ...input, requestId: requestId.current }, { path: pathname + search, navigate, userId });
    },
  };
}

async function run<Input extends object, Result>(
  action: MoneyAction<Input, Result>,
  input: Keyed<Input>,
  from: SentFrom,
): Promise<void> {
  const { name, describe, settle } = action;
  const { userId, path } = from;
  // Another user of this browser must not pay for this one nor see their money.
  const isSameUser = () => session.get().user?.id === userId;
  if ($underWay.get().includes(name) || !isSameUser()) return;
  const wasUnsure = findPending(userId, name) !== undefined;
  const pending = { name, path, requestId: input.requestId, what: describe(input), input, isReported: false };
  keepPending(userId, pending);
  $underWay.set([...$underWay.get(), name]);
  const outcome = await action.send(input).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  const refusal = 'error' in outcome ? readError(outcome.error) : undefined;
  const isLost = refusal !== undefined && isUnsure(refusal, wasUnsure);
  if (!isLost) forgetPending(userId, name);
  if (refusal && !isLost) action.refused?.();
  $underWay.set($underWay.get().filter((each) => each !== name));
  const isSessionOver = refusal !== undefined && !session.accessToken() && session.endedBy() === 'expiry';
  const isTurnedAway = isSessionOver && ['unauthenticated', 'session_ended'].includes(refusal.code);
  if (isTurnedAway) await reportNotSent(pending.what, isLost);
  else if (isLost && isSessionOver) await reportLost(pending.what, refusal);
  else if (isLost && isSameUser() && (await confirmSendAgain(pending.what, refusal))) return run(action, input, from);
  // Only after the customer has read it: leaving the page aborts the request, which looks like a lost response.
  if (isLost) keepPending(userId, { ...pending, isReported: true });
  if (isLost || isTurnedAway) return;
  const screen =
    (screens.get(name) as Outcome<Input, Result> | undefined) ??
    ((isSessionOver || isSameUser()) && outcomeElsewhere(action, from));
  if (!('error' in outcome)) settle(outcome.result, input);
  if (!screen) return;
  if ('error' in outcome) await screen.failed(outcome.error, input);
  else await screen.done(outcome.result, input);
}

/** Reports that it was refused because the session has ended; an earlier try may have arrived. */
function reportNotSent(what: string, isLost: boolean): Promise<void> {
  const t = moneyActionTexts.get();
  return showMessage(t.sessionOver, (isLost ? t.sessionOverLostText : t.sessionOverText)({ what }));
}

/** Reports a missing response after the session has ended: the customer has to log in before a retry. */
function reportLost(what: string, refusal: AppError): Promise<void> {
  const { title, text } = lostTexts(what, refusal);
  return showMessage(title, `${text} ${moneyActionTexts.get().sessionOverLogIn}`);
}

/**
 * Reports that there was no response, or that a repetition was refused, and why. @returns whether to send it again
 */
function confirmSendAgain(what: string, refusal: AppError): Promise<boolean> {
  const question = () => {
    const { sendAgain, later } = moneyActionTexts.get();
    return { ...lostTexts(what, refusal), confirmLabel: sendAgain, cancelLabel: later };
  };
  return confirm(question, 'plain');
}

function lostTexts(what: string, refusal: AppError): { title: string; text: string } {
  const t = moneyActionTexts.get();
  return { title: isUnsure(refusal) ? t.lost : t.turnedAway, text: t.lostText({ what, reason: refusal.message }) };
}

function outcomeElsewhere<Input extends object, Result>(
  { describe, elsewhere }: MoneyAction<Input, Result>,
  { path, navigate }: SentFrom,
): Outcome<Input, Result> {
  return {
    done: elsewhere.done,
    async failed(thrown, input) {
      const question = () => {
        const { goBack, close } = moneyActionTexts.get();
        const text = `${describe(input)}: ${readError(thrown).message}`;
        return { title: elsewhere.failedTitle, text, confirmLabel: goBack, cancelLabel: close };
      };
      const goesBack = await confirm(question, 'plain');
      if (goesBack) await navigate(path);
    },
  };
}

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { moneyActionTexts } from '../../i18n/en/money-actions.ts';
import { isUnsure, readError } from '../errors.ts';
import { session } from '../session.ts';
import { confirm } from '../toasts/toasts.ts';
import { forgetUnanswered, keepUnanswered } from './unanswered.ts';

/** How an outcome is told. */
interface Telling<Input, Result> {
  done: (result: Result, input: Input) => void | Promise<void>;
  /** It was refused: nothing has moved. */
  failed: (error: unknown, input: Input) => void | Promise<void>;
}

/** The same for who must know, too, that nobody knows it. */
interface Outcome<Input, Result> extends Telling<Input, Result> {
  /** No answer came: it may have been done, and can only be sent again as it was, under its key. */
  unanswered: (input: Input) => void;
}

interface MoneyAction<Input, Result> {
  /** Which one it is, such as `order:1:7`: there is one of a name at a time. */
  name: string;
  send: (input: Input) => Promise<Result>;
  /** What is sent, in words for whoever loads the page again before the answer came. */
  describe: (input: Input) => string;
  /** What follows whoever is told: what was kept for a repetition, what else shows the money. */
  settle: Outcome<Input, Result>;
  /** Whether the screen is there to be read; it is unless told otherwise, and a dialog is not while it closes. */
  isShown?: boolean;
  /** On the screen that is there when the answer comes, which may be another opening of the one that sent it. */
  here: Outcome<Input, Result>;
  /** Where the customer has left that screen meanwhile. A refusal is told with what was sent and a way back to it. */
  elsewhere: { done: Telling<Input, Result>['done']; failedTitle: string };
}

/** Where an action was started, and by whom. */
interface SentFrom {
  path: string;
  navigate: NavigateFunction;
  userId: number | undefined;
}

const underWay = new Set<string>();
const screens = new Map<string, Outcome<never, never>>();
const listeners = new Set<() => void>();

/**
 * An action that moves money. It stands above the screen that starts it: it goes on when the customer leaves, and its outcome
 * is told wherever they are by then. A second start while it is under way is ignored, also from another opening of the screen.
 * An answer that did not come is said to be missing, and asked for again with the same input, and so under the same key.
 */
export function useMoneyAction<Input, Result>(action: MoneyAction<Input, Result>) {
  const { name, here, isShown = true } = action;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isPending = useSyncExternalStore(
    subscribe,
    () => underWay.has(name),
    () => false,
  );
  const latest = useRef(here);
  useEffect(() => {
    latest.current = here;
  });
  useEffect(() => {
    if (!isShown) return;
    const screen: Outcome<Input, Result> = {
      done: (result, input) => latest.current.done(result, input),
      failed: (error, input) => latest.current.failed(error, input),
      unanswered: (input) => latest.current.unanswered(input),
    };
    screens.set(name, screen);
    return () => {
      if (screens.get(name) === screen) screens.delete(name);
    };
  }, [name, isShown]);

  return {
    isPending,
    /** @param wasUnsure whether an earlier try under the same key has stayed without an answer */
    start: (input: Input, wasUnsure = false): Promise<void> =>
      run(action, input, { path: pathname + search, navigate, userId: session.get().user?.id }, wasUnsure),
  };
}

async function run<Input, Result>(
  action: MoneyAction<Input, Result>,
  input: Input,
  from: SentFrom,
  wasUnsure: boolean,
): Promise<void> {
  const { name, send, describe, settle } = action;
  // Whoever uses this browser by now neither pays for another nor is told of their money.
  const isSameUser = () => session.get().user?.id === from.userId;
  if (underWay.has(name) || !isSameUser()) return;
  keepUnanswered({ name, path: from.path, what: describe(input) });
  change(() => underWay.add(name));
  const outcome = await send(input).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  change(() => underWay.delete(name));
  const screen = screens.get(name) as Outcome<Input, Result> | undefined;
  if ('error' in outcome && isUnsure(readError(outcome.error), wasUnsure)) {
    settle.unanswered(input);
    screen?.unanswered(input);
    if (isSameUser() && (await sendsAgain(describe(input), outcome.error))) return run(action, input, from, true);
    // Not before the customer has read it: leaving the page breaks the connection, which looks like a lost answer.
    forgetUnanswered(name);
  } else {
    forgetUnanswered(name);
    const tell = (to: Telling<Input, Result>) =>
      'error' in outcome ? to.failed(outcome.error, input) : to.done(outcome.result, input);
    await tell(settle);
    if (screen) await tell(screen);
    else if (isSameUser()) await tell(tellingElsewhere(action, from));
  }
}

/** Says that no answer came, and why. @returns whether it is to be sent again */
function sendsAgain(what: string, error: unknown): Promise<boolean> {
  const t = moneyActionTexts.get();
  return confirm({
    title: t.lost,
    text: t.lostText({ what, reason: readError(error).message }),
    confirmLabel: t.sendAgain,
    cancelLabel: t.later,
    tone: 'plain',
  });
}

function tellingElsewhere<Input, Result>(
  { describe, elsewhere }: MoneyAction<Input, Result>,
  { path, navigate }: SentFrom,
): Telling<Input, Result> {
  return {
    done: elsewhere.done,
    async failed(thrown, input) {
      const t = moneyActionTexts.get();
      const goesBack = await confirm({
        title: elsewhere.failedTitle,
        text: `${describe(input)}: ${readError(thrown).message}`,
        confirmLabel: t.goBack,
        cancelLabel: t.close,
        tone: 'plain',
      });
      if (goesBack) await navigate(path);
    },
  };
}

function change(how: () => void): void {
  how();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

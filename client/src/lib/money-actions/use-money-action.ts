import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router-dom';
import { moneyActionTexts } from '../../i18n/en/money-actions.ts';
import { isUnsure, readError } from '../errors.ts';
import { confirm } from '../notices/notices.ts';
import { session } from '../session.ts';
import { forgetUnanswered, keepUnanswered } from './unanswered.ts';

/** How an outcome is told. */
interface Telling<Input, Result> {
  done: (result: Result, input: Input) => void | Promise<void>;
  failed: (error: unknown, input: Input) => void | Promise<void>;
}

interface MoneyAction<Input, Result> {
  /** Which one it is, such as `order:1:7`: there is one of a name at a time. */
  name: string;
  send: (input: Input) => Promise<Result>;
  /** What is sent, in words for whoever loads the page again before the answer came. */
  describe: (input: Input) => string;
  /** What follows whoever is told: what was kept for a repetition, what else shows the money. */
  settle: Telling<Input, Result>;
  /** Whether the screen is there to be read; it is unless told otherwise, and a dialog is not while it closes. */
  isShown?: boolean;
  /** On the screen that is there when the answer comes, which may be another opening of the one that sent it. */
  here: Telling<Input, Result>;
  /** Where the customer has left that screen meanwhile. A failure is told with what was sent and a way back to it. */
  elsewhere: { done: Telling<Input, Result>['done']; failedTitle: string };
}

/** The place that an action was started at. */
interface SentFrom {
  path: string;
  navigate: NavigateFunction;
}

const underWay = new Set<string>();
const screens = new Map<string, Telling<never, never>>();
const listeners = new Set<() => void>();

/**
 * An action that moves money. It stands above the screen that starts it: it goes on when the customer leaves, and its outcome
 * is told wherever they are by then. A second start while it is under way is ignored, also from another opening of the screen.
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
    const screen: Telling<Input, Result> = {
      done: (result, input) => latest.current.done(result, input),
      failed: (error, input) => latest.current.failed(error, input),
    };
    screens.set(name, screen);
    return () => {
      if (screens.get(name) === screen) screens.delete(name);
    };
  }, [name, isShown]);

  return {
    isPending,
    start: (input: Input): Promise<void> => run(action, input, { path: pathname + search, navigate }),
  };
}

async function run<Input, Result>(action: MoneyAction<Input, Result>, input: Input, from: SentFrom): Promise<void> {
  const { name, send, describe, settle } = action;
  if (underWay.has(name)) return;
  const { user } = session.get();
  keepUnanswered({ name, path: from.path, what: describe(input) });
  change(() => underWay.add(name));
  const tell = await send(input).then(
    (result) => (to: Telling<Input, Result>) => to.done(result, input),
    (error: unknown) => (to: Telling<Input, Result>) => to.failed(error, input),
  );
  change(() => underWay.delete(name));
  await tell(settle);
  const screen = screens.get(name) as Telling<Input, Result> | undefined;
  // Whoever uses this browser by now is told nothing of another's money.
  if (screen) await tell(screen);
  else if (session.get().user?.id === user?.id) await tell(tellingElsewhere(action, from));
  // Not before it was told: leaving the page breaks the connection, which looks like an answer that was lost.
  forgetUnanswered(name);
}

function tellingElsewhere<Input, Result>(
  { describe, elsewhere }: MoneyAction<Input, Result>,
  { path, navigate }: SentFrom,
): Telling<Input, Result> {
  return {
    done: elsewhere.done,
    async failed(thrown, input) {
      const t = moneyActionTexts.get();
      const error = readError(thrown);
      const reason = `${describe(input)}: ${error.message}`;
      const goesBack = await confirm({
        title: elsewhere.failedTitle,
        text: isUnsure(error) ? `${reason} ${t.again}` : reason,
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

import { onlineManager } from '@tanstack/react-query';
import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';

type CodeModule<Props> = { default: ComponentType<Props> };

/** Code of a page, or of a part of one, that could not be fetched. */
export class CodeMissing extends Error {
  /** Whether the browser was asked for it: one that failed to fetch code does not ask for it again until the page is loaded anew. */
  readonly wasAskedFor: boolean;
  /** Has the code asked for again when its place is next rendered. */
  readonly again: () => void;

  constructor(wasAskedFor: boolean, again: () => void, cause?: unknown) {
    super('the code of this part could not be fetched', { cause });
    this.wasAskedFor = wasAskedFor;
    this.again = again;
  }
}

let othersNeed: () => Promise<unknown> = () => Promise.resolve();

/**
 * The app says what has to be there before any late part is shown but those of the first load.
 * @param load is called with each part, and fetches nothing twice
 */
export function beforeLateParts(load: () => Promise<unknown>): void {
  othersNeed = load;
}

/**
 * A component whose code is fetched when it is first shown, as with React's `lazy`, but which can be asked for again after that
 * has failed; whoever shows it has an error boundary for `CodeMissing`.
 * @param load imports it
 * @param isOfFirstLoad that it can be shown with what came with the first load
 */
export function lateCode<Props extends object>(
  load: () => Promise<CodeModule<Props>>,
  isOfFirstLoad = false,
): {
  Part: ComponentType<Props>;
  /** Fetches it ahead. */
  load: () => Promise<unknown>;
  /** The same; a failure is told where it is shown. */
  preload: () => void;
} {
  let fetched: CodeModule<Props> | undefined;
  const fetchCode = async () => {
    if (!fetched && !mayAsk()) throw new CodeMissing(false, again);
    try {
      if (!fetched) {
        const [code] = await Promise.all([load(), isOfFirstLoad || othersNeed()]);
        fetched = code;
      }
      return fetched;
    } catch (cause) {
      throw new CodeMissing(true, again, cause);
    }
  };
  let Current: LazyExoticComponent<ComponentType<Props>> = lazy(fetchCode);
  const again = () => {
    Current = lazy(fetchCode);
  };
  return {
    Part: (props: Props) => {
      // What is here already is shown at once, as a page's HTML has it; it stays the same as long as the part is shown.
      const [Shown] = useState<ComponentType<Props>>(() => fetched?.default ?? Current);
      return <Shown {...props} />;
    },
    load: fetchCode,
    preload: () => void fetchCode().catch(() => undefined),
  };
}

/** Without a network nothing is asked for, as what has failed once can't be had any more; a service worker may have kept it. */
function mayAsk(): boolean {
  return onlineManager.isOnline() || Boolean(navigator.serviceWorker?.controller);
}

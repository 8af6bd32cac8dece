import { use, useEffect } from 'react';
import { type Navigator, UNSAFE_NavigationContext } from 'react-router-dom';
import { guardHistory } from '../../lib/history-guard.ts';
import { confirm } from '../../lib/notices/notices.ts';

type Move = () => void;

/**
 * Asks before a page is left on which something typed is not saved: by a link, a button or the palette, by going back, and, in the
 * browser's own words, by closing the tab. Moves within the page ask nothing. The router's own `useBlocker` needs a kind of router
 * that would add its whole machinery to every first load.
 */
export function useAskBeforeLeaving(isChanged: boolean): void {
  const { navigator } = use(UNSAFE_NavigationContext);
  useEffect(() => {
    if (!isChanged) return;
    const keeps = [keepTab(), keepPlace(), keepHistory(navigator)];
    return () => {
      for (const stop of keeps) stop();
    };
  }, [isChanged, navigator]);
}

let isAsking = false;

/** Several forms of a page may guard it; it is asked once. */
async function askOnce(leave: Move): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const leaves = await confirm({
    title: 'Leave without saving?',
    text: 'What you typed will be lost.',
    confirmLabel: 'Leave',
    cancelLabel: 'Keep editing',
  });
  isAsking = false;
  if (leaves) leave();
}

function keepTab(): Move {
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', onUnload);
  return () => window.removeEventListener('beforeunload', onUnload);
}

/** Every move that the app makes goes through these two, whatever was pressed. */
function keepHistory(navigator: Navigator): Move {
  const push = navigator.push.bind(navigator);
  const replace = navigator.replace.bind(navigator);
  const guarded =
    (move: typeof push): typeof push =>
    (to, state, options) => {
      const go = () => move(to, state, options);
      if (isSamePage(pathOf(to))) go();
      else void askOnce(go);
    };
  const own = { push: guarded(push), replace: guarded(replace) };
  Object.assign(navigator, own);
  return () => {
    if (navigator.push === own.push) navigator.push = push;
    if (navigator.replace === own.replace) navigator.replace = replace;
  };
}

/**
 * Going back or forward has happened when it is told of, so it is taken back first: the address is that of the page again before
 * anything else hears of it.
 */
function keepPlace(): Move {
  const { pathname } = window.location;
  const place = placeInHistory();
  /** Moves that are ours, and to be let through or kept from the router. */
  let expected: 'back here' | 'on' | undefined;
  const onPop = (event: PopStateEvent) => {
    if (expected === 'on' || (!expected && window.location.pathname === pathname)) return;
    event.stopImmediatePropagation();
    if (expected === 'back here') {
      expected = undefined;
      return;
    }
    const by = placeInHistory() - place;
    if (by === 0) return;
    expected = 'back here';
    window.history.go(-by);
    void askOnce(() => {
      expected = 'on';
      window.history.go(by);
    });
  };
  return guardHistory(onPop);
}

/** The router numbers the entries that it makes. */
function placeInHistory(): number {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  return idx ?? 0;
}

function pathOf(to: Parameters<Navigator['push']>[0]): string {
  return typeof to === 'string'
    ? new URL(to, window.location.href).pathname
    : (to.pathname ?? window.location.pathname);
}

function isSamePage(path: string): boolean {
  return path === window.location.pathname;
}

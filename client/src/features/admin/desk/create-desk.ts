import {
  createContext,
  createElement,
  type ReactNode,
  use,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Desk } from './use-desk.ts';

/** The desk of a page for its rows, each of which follows only its own share of it. */
export interface DeskStore<Row> {
  get: () => Desk<Row>;
  /** @returns takes the listener away again */
  subscribe: (listener: () => void) => () => void;
}

interface DeskProps<Row> {
  value: Desk<Row>;
  children: ReactNode;
}

/**
 * @returns the desk of one page for its cells and what opens over it: what to put around them; how they read all of it, drawn again
 *   at each change; and the store of which a row reads its own share, with `useDeskPart`
 */
export function createDesk<Row>() {
  const PageDesk = createContext<DeskStore<Row> | null>(null);
  function DeskAround({ value, children }: DeskProps<Row>) {
    const [store] = useState(() => createDeskStore(value));
    useLayoutEffect(() => store.set(value), [store, value]);
    return createElement(PageDesk, { value: store }, children);
  }
  const useDeskStore = (): DeskStore<Row> => {
    const store = use(PageDesk);
    if (!store) throw new Error('There is no desk around this');
    return store;
  };
  const useWholeDesk = (): Desk<Row> => useDeskPart(useDeskStore(), whole);
  return [DeskAround, useWholeDesk, useDeskStore] as const;
}

/** A part of the desk, drawn again only when that part changes: `select` has to return the same thing while it has not. */
export function useDeskPart<Row, Part>(store: DeskStore<Row>, select: (desk: Desk<Row>) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

const whole = <Row>(desk: Desk<Row>) => desk;

function createDeskStore<Row>(first: Desk<Row>): DeskStore<Row> & { set: (desk: Desk<Row>) => void } {
  let desk = first;
  const listeners = new Set<() => void>();
  return {
    get: () => desk,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next) {
      if (next === desk) return;
      desk = next;
      for (const listener of listeners) listener();
    },
  };
}

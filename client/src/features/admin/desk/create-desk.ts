import { type Context, createContext, use } from 'react';
import type { Desk } from './use-desk.ts';

/** @returns the desk of one page for its cells and what opens over it: a context to put around them, and how they read it */
export function createDesk<Row>(): [Context<Desk<Row> | null>, () => Desk<Row>] {
  const PageDesk = createContext<Desk<Row> | null>(null);
  const usePageDesk = () => {
    const desk = use(PageDesk);
    if (!desk) throw new Error('There is no desk around this');
    return desk;
  };
  return [PageDesk, usePageDesk];
}

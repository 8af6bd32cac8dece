import { parentPort } from 'node:worker_threads';
import type { Language } from '#shared/languages.ts';
import type { Read } from '../app/rendered-page.ts';
import { publicPages } from './public-pages.ts';
import { renderPage } from './render-page.tsx';
import { shellPages } from './shell-pages.ts';

/** A render or an inquiry; the response has the same id. */
type What = { path: string; language: Language; reads: readonly Read[] } | { asks: 'pages' };
type Order = What & { id: number };

let last: Promise<unknown> = Promise.resolve();

// The program that renders pages in its own thread; built into files that need no package.
parentPort?.on('message', (order: Order) => {
  last = last.then(() => answer(order));
});

async function answer({ id, ...order }: Order): Promise<void> {
  const outcome = await outcomeOf(order).catch((error: unknown) => ({
    error: error instanceof Error ? error.stack : String(error),
  }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's postMessage has no origin
  parentPort?.postMessage({ id, ...outcome });
}

async function outcomeOf(order: What): Promise<{ result: unknown }> {
  if ('asks' in order) return { result: { publicPages, shellPages } };
  return { result: await renderPage(order.path, order.language, order.reads) };
}

import { parentPort } from 'node:worker_threads';
import type { Language } from '#shared/languages.ts';
import type { Read } from '../app/rendered-page.ts';
import { publicPages } from './public-pages.ts';
import { renderPage } from './render-page.tsx';
import { shellPages } from './shell-pages.ts';

/** What is to be rendered, or told; the answer bears the same number. */
type What = { path: string; language: Language; reads: readonly Read[] } | { asks: 'pages' };
type Order = What & { id: number };

let last: Promise<unknown> = Promise.resolve();

// The program that renders pages, in a thread of its own beside whoever answers requests; built into files that need no package.
parentPort?.on('message', (order: Order) => {
  last = last.then(() => answer(order));
});

async function answer({ id, ...order }: Order): Promise<void> {
  const outcome = await outcomeOf(order).catch((error: unknown) => ({
    error: error instanceof Error ? error.stack : String(error),
  }));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's takes none
  parentPort?.postMessage({ id, ...outcome });
}

async function outcomeOf(order: What): Promise<{ result: unknown }> {
  if ('asks' in order) return { result: { publicPages, shellPages } };
  return { result: await renderPage(order.path, order.language, order.reads) };
}

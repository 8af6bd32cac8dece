import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import './bengali.css';
import './latin.css';
import { BrowserRouter } from 'react-router-dom';
import '../lib/history-guard.ts';
import { startIn } from '../i18n/language.ts';
import { startLanguage } from '../lib/language.ts';
import { prefetchPage } from '../lib/prefetch.ts';
import { watchPresses } from '../lib/press.ts';
import { noticeMissingNetwork } from '../lib/reach-server.ts';
import { readNoticesFirst } from '../lib/shop-notices.ts';
import { App } from './app.tsx';
import { codeOfPage } from './code-of-page.ts';
import { keepFilledIn } from './early-input.tsx';
import { keepShell } from './keep-shell.ts';
import { putInReads, type RenderedPage, readAgain, readRenderedPage } from './rendered-page.ts';
import { readPageFirst } from './routes.ts';

/** zod reads this when it is loaded with a page, and then does not try to compile code, which the page's policy forbids. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

noticeMissingNetwork();
watchPresses();
keepShell();

const rendered = readRenderedPage();
void (rendered ? hydrate(rendered) : show());

/** Where the HTML is empty but for the shape of a page. */
async function show(): Promise<void> {
  /** First of all, as what is fetched for a page depends on it. */
  const language = startLanguage();
  /** The page's own code comes beside the shell's, not after it, and so does what the page shows. */
  prefetchPage(window.location.pathname);
  readPageFirst(window.location.pathname);
  const root = createRoot(findRoot());
  await Promise.all([language, readNoticesFirst()]);
  inSteps(() => root.render(<App Router={BrowserRouter} />));
}

/** Where the HTML is the page: its code says the same first, and only then what this browser knows beside it. */
async function hydrate({ language, reads, isOutdated }: RenderedPage): Promise<void> {
  putInReads(reads);
  const inLanguage = startIn(language).catch(() => undefined);
  await Promise.all([inLanguage, codeOfPage()]);
  // The code has been read in one go; what is pressed meanwhile is seen to before the next.
  await new Promise((resolve) => setTimeout(resolve));
  const root = findRoot();
  keepFilledIn(root);
  await new Promise<void>((shown) => {
    const app = (
      <TellShown tell={shown}>
        <App Router={BrowserRouter} />
      </TellShown>
    );
    inSteps(() => hydrateRoot(root, app));
  });
  if (isOutdated) readAgain(reads);
  await startLanguage();
}

/** React does in steps of some milliseconds what a transition begins, and so answers meanwhile what is pressed; else it would do it in one go. */
function inSteps(begin: () => unknown): void {
  startTransition(() => void begin());
}

/** Tells when what is in it stands; what was rendered for it must not change before. */
function TellShown({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell]);
  return children;
}

function findRoot(): HTMLElement {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  return root;
}

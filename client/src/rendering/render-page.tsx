import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Language } from '../../../shared/languages.ts';
import { App } from '../app/app.tsx';
import { putInReads, type Read } from '../app/rendered-page.ts';
import { routes } from '../app/routes.ts';
import { pageTexts } from '../i18n/en/shell.ts';
import { startIn } from '../i18n/language.ts';
import { productName } from '../lib/page-meta.ts';
import { loadPage } from '../lib/prefetch.ts';
import { queryClient } from '../lib/trpc.ts';

/** A page as it is for a visitor, in parts of its HTML. */
export interface Rendered {
  title: string;
  description: string;
  /** The style tags with what its first view is styled by. */
  styles: string;
  /** What stands in `#root`. */
  root: string;
  /** Under which keys it looked for what the server has to say; in the order in which it did. */
  asked: QueryKey[];
}

/**
 * Renders a page with React as the browser would show it to a visitor. One at a time: what is read and the language are kept for
 * the whole program.
 * @param reads what the server has to say; the page shows that all else is on its way
 */
export async function renderPage(path: string, language: Language, reads: readonly Read[]): Promise<Rendered> {
  await startIn(language);
  await loadPage(path);
  queryClient.clear();
  putInReads(reads);
  const cache = createCache({ key: 'css' });
  // Styles are collected, not written in between the elements, where the browser's code would not expect them.
  cache.compat = true;
  const At = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  const root = renderToString(
    <CacheProvider value={cache}>
      <App Router={At} />
    </CacheProvider>,
  );
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  const { html, styles } = extractCriticalToChunks(root);
  // What styles every page stands in the document around it.
  const own = styles.filter(({ key }) => key === cache.key);
  return {
    ...wordsOf(path),
    styles: constructStyleTagsFromChunks({ html, styles: own }),
    root,
    asked: asked(),
  };
}

function wordsOf(path: string): Pick<Rendered, 'title' | 'description'> {
  const route = routes.find((each) => each.path === path);
  const t = pageTexts.get();
  if (!route?.description) throw new Error(`${path} is no page that search engines are told of`);
  return { title: `${t[route.title]} · ${productName}`, description: t[route.description] };
}

function asked(): QueryKey[] {
  const queries = queryClient.getQueryCache().getAll();
  return queries
    .filter(({ options }) => (options as { enabled?: unknown }).enabled !== false)
    .map(({ queryKey }) => queryKey);
}

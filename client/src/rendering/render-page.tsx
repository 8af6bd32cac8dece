import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { QueryKey } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import type { Language } from '#shared/languages.ts';
import { App } from '../app/app.tsx';
import { putInReads, type Read } from '../app/rendered-page.ts';
import { appRoutes } from '../app/router.tsx';
import { routes } from '../app/routes.ts';
import { pageTexts } from '../i18n/en/shell.ts';
import { switchTo } from '../i18n/language.ts';
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
  await switchTo(language);
  await loadPage(path);
  queryClient.clear();
  putInReads(reads);
  const cache = createCache({ key: 'css' });
  // Styles are collected, not written in between the elements, where the browser's code would not expect them.
  cache.compat = true;
  const handler = createStaticHandler(appRoutes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const root = renderToString(
    <CacheProvider value={cache}>
      <App>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>
    </CacheProvider>,
  );
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  const { html, styles } = extractCriticalToChunks(root);
  return {
    ...wordsOf(path),
    styles: constructStyleTagsFromChunks({ html, styles }),
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

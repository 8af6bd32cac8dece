import createCache, { type EmotionCache, type StylisElement } from '@emotion/cache';
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
import { withLateParts } from '../lib/late-parts.ts';
import { titleOf } from '../lib/page-meta.ts';
import { loadPage } from '../lib/prefetch.ts';
import { queryClient } from '../lib/trpc.ts';
import { usedStyles } from './used-styles.ts';

/** A page rendered for a visitor, as parts of its HTML. */
export interface Rendered {
  title: string;
  description: string;
  /** The style tags for its first view. */
  styles: string;
  /** The content of `#root`. */
  root: string;
  /** The keys of its queries, in order. */
  asked: QueryKey[];
}

/**
 * Renders a page with React as a visitor's browser would. One at a time, because data and language are global.
 * @param reads the server's data; for all other queries the page shows that they are loading
 */
export async function renderPage(path: string, language: Language, reads: readonly Read[]): Promise<Rendered> {
  await switchTo(language);
  await loadPage(path);
  queryClient.clear();
  putInReads(reads);
  const cache = createCache({ key: 'css', stylisPlugins: [neededPrefixes] });
  // Collects styles instead of writing them between the elements, where hydration would not expect them.
  cache.compat = true;
  const handler = createStaticHandler(appRoutes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const root = await withLateParts(() =>
    renderToString(
      <CacheProvider value={cache}>
        <App>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </App>
      </CacheProvider>,
    ),
  );
  return { ...wordsOf(path), styles: stylesFor(root, cache), root, asked: asked() };
}

/**
 * The style tags of a page. Those of its elements are Emotion's, which the browser's code continues with. The global ones are cut to
 * their used part and have no mark of Emotion, so that the code adds the complete ones.
 */
function stylesFor(root: string, cache: EmotionCache): string {
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = createEmotionServer(cache);
  const { html, styles } = extractCriticalToChunks(root);
  const [global = [], own = []] = [true, false].map((isGlobal) =>
    styles.filter(({ key }) => isGlobal === key.endsWith('-global')),
  );
  const cssOf = (chunks: typeof styles) => chunks.map(({ css }) => css).join('');
  return `<style>${usedStyles(cssOf(global), cssOf(own))}</style>${constructStyleTagsFromChunks({ html, styles: own })}`;
}

/**
 * Emotion's own plugin adds prefixes for browsers that can't run the panel, a tenth of a page's HTML. Class names do not depend on
 * prefixes, so the browser continues with these styles.
 */
function neededPrefixes(element: StylisElement): void {
  // Safari has only the prefixed one.
  const isNeeded = element.type === 'decl' && element.props === 'user-select';
  if (isNeeded && typeof element.children === 'string')
    element.return = `-webkit-user-select:${element.children};user-select:${element.children};`;
}

function wordsOf(path: string): Pick<Rendered, 'title' | 'description'> {
  const route = routes.find((each) => each.path === path);
  const t = pageTexts.get();
  if (!route?.title || !route.description) throw new Error(`${path} is no page that search engines are told of`);
  return { title: titleOf(t[route.title]), description: t[route.description] };
}

function asked(): QueryKey[] {
  const queries = queryClient.getQueryCache().getAll();
  return queries
    .filter(({ options }) => (options as { enabled?: unknown }).enabled !== false)
    .map(({ queryKey }) => queryKey);
}

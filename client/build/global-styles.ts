import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { system } from '../src/app/theme/system.ts';

const made = /const _global = \[getPreflightCss\(\), getGlobalCss\(\), getTokenCss\(\)\];/;

/**
 * Puts what styles every page, the tokens' variables above all, into index.html, and leaves out of the code what would make it: a
 * browser would write the same 50 kB of style before it shows anything.
 */
export function globalStyles(): Plugin {
  return {
    name: 'global-styles',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/styled-system/system.js')) return null;
      if (!made.test(code)) this.error('the look’s package makes its global styles otherwise than it did');
      return { code: code.replace(made, 'const _global = [];'), map: null };
    },
    transformIndexHtml: {
      order: 'post',
      // Before all else that is styled.
      handler: (html) => html.replace('<style>', () => `<style>${writtenStyles()}</style>\n    <style>`),
    },
  };
}

/** Nothing but the look. */
const Styled = () => ChakraProvider({ value: system, children: null });

/** As Emotion would write them. */
function writtenStyles(): string {
  const cache = createCache({ key: 'css' });
  cache.compat = true;
  const root = renderToString(createElement(CacheProvider, { value: cache }, createElement(Styled)));
  const { styles } = createEmotionServer(cache).extractCriticalToChunks(root);
  return styles.map(({ css }) => css).join('');
}

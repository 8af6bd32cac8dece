import { expect, test } from 'vitest';
import { runInSteps, scriptsOf, withoutScripts } from './run-in-steps.ts';

const page = (scripts: string) => `<head><title>Panel</title>${scripts}</head>`;
const named = page(
  ['index', 'vendor', 'icons', 'look']
    .map((name) =>
      name === 'index'
        ? '<script type="module" crossorigin src="/assets/index-1.js"></script>\n'
        : `<link rel="modulepreload" crossorigin href="/assets/${name}-1.js">\n`,
    )
    .join(''),
);

function inSteps(html: string): string {
  const { transformIndexHtml } = runInSteps();
  if (typeof transformIndexHtml !== 'object') throw new Error('the plugin has no handler');
  return transformIndexHtml.handler.call({} as never, html, {} as never) as string;
}

test('a page names its code as steps, the first script last, and beside them what they import', () => {
  expect(scriptsOf(inSteps(named))).toEqual({
    steps: ['/assets/vendor-1.js', '/assets/look-1.js', '/assets/index-1.js'],
    others: ['/assets/icons-1.js'],
  });
});

test('none of it runs by itself, and nothing else of the page is changed', () => {
  expect(inSteps(named)).not.toContain('<script');
  expect(withoutScripts(inSteps(named))).toBe(page(''));
});

test('a build that names its files otherwise fails', () => {
  expect(() => inSteps(named.replace('vendor-', 'packages-'))).toThrow(
    'index.html has no scripts but /assets/look-1.js',
  );
});

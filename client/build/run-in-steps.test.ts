import { expect, test } from 'vitest';
import { runInSteps, scriptsOf, withoutScripts } from './run-in-steps.ts';

const page = (scripts: string[]) => `<head><title>Panel</title>${scripts.join('')}</head>`;
const named = page([
  '<script type="module" crossorigin src="/assets/index-1.js"></script>\n',
  '<link rel="modulepreload" crossorigin href="/assets/vendor-1.js">\n',
  '<link rel="modulepreload" crossorigin href="/assets/icons-1.js">\n',
  '<link rel="modulepreload" crossorigin href="/assets/look-1.js">\n',
]);

function inSteps(html: string): string {
  const { transformIndexHtml } = runInSteps();
  if (typeof transformIndexHtml !== 'object') throw new Error('the plugin has no handler');
  return transformIndexHtml.handler.call({} as never, html, {} as never) as string;
}

test('a page names its code as steps, the first script last, and before them what they import', () => {
  expect(inSteps(named)).toBe(
    page([
      '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/icons-1.js">',
      '<link rel="modulepreload" crossorigin fetchpriority="low" data-run href="/assets/vendor-1.js">',
      '<link rel="modulepreload" crossorigin fetchpriority="low" data-run href="/assets/look-1.js">',
      '<link rel="modulepreload" crossorigin fetchpriority="low" data-run href="/assets/index-1.js">',
    ]),
  );
});

test('what a page names so is found again, and taken away', () => {
  expect(scriptsOf(inSteps(named))).toEqual({
    steps: ['/assets/vendor-1.js', '/assets/look-1.js', '/assets/index-1.js'],
    others: ['/assets/icons-1.js'],
  });
  expect(withoutScripts(inSteps(named))).toBe(page([]));
});

test.each([
  ['a build that names its files otherwise', () => inSteps(named.replace('vendor-', 'packages-'))],
  [
    'a page whose links are written otherwise',
    () => scriptsOf(inSteps(named).replace('data-run href="/assets/vendor', 'href="/assets/x" href="/assets/vendor')),
  ],
])('%s is refused', (_what, read) => {
  expect(read).toThrow('index.html has no scripts but /assets/look-1.js, /assets/index-1.js');
});

import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Providers } from '../../app/providers.tsx';
import { Markdown } from './markdown.tsx';
import { parseMarkdown } from './parse-markdown.ts';

function htmlOf(source: string): HTMLElement {
  const { container } = render(
    <Providers>
      <MemoryRouter>
        <main>
          <Markdown blocks={parseMarkdown(source)} />
        </main>
      </MemoryRouter>
    </Providers>,
  );
  return container.querySelector('main') as HTMLElement;
}

test('headings, paragraphs, lists, bold, italic and links', () => {
  const page = htmlOf(`Welcome to **our *best* shop**
at _home_

## Prices & more
### Less
- one
  goes on
- [services](/service)

1. first
2. [mail](mailto:help@shop.example) or [us](https://shop.example/a_b)`);
  expect(page.textContent).toContain('Welcome to our best shop');
  expect([...page.querySelectorAll('strong, em')].map(({ textContent }) => textContent)).toEqual([
    'our best shop',
    'best',
    'home',
  ]);
  expect(screen.getByRole('heading', { level: 2, name: 'Prices & more' }).id).toBe('prices-more');
  expect(screen.getByRole('heading', { level: 3, name: 'Less' })).toBeDefined();
  expect([...page.querySelectorAll('ul > li')].map(({ textContent }) => textContent)).toEqual([
    'onegoes on',
    'services',
  ]);
  expect(page.querySelectorAll('ol > li')).toHaveLength(2);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/service',
    'mailto:help@shop.example',
    'https://shop.example/a_b',
  ]);
  expect(screen.getByRole('link', { name: 'us' }).getAttribute('rel')).toContain('noopener');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](https:evil.example)',
  '[x](mailto:a@b?subject=\u202e@c)',
  '![x](https://evil.example/a.png)\u0000[',
  '<a href="javascript:alert(1)">x</a>',
])('%j is text', (source) => {
  const page = htmlOf(source);
  expect(page.querySelectorAll('script, img, iframe, [onerror], a[href^="javascript"], a[href^="data"]')).toHaveLength(
    0,
  );
  for (const link of page.querySelectorAll('a'))
    expect(link.getAttribute('href')).toMatch(/^https:\/\/evil\.example\/a\.png$/);
});

test('words with underscores and lonely marks stay as they are', () => {
  const text = 'snake_case_word 2 * 3 * 4 ** _ [ ] ( ) \\*no\\* **';
  expect(htmlOf(text).textContent).toBe('snake_case_word 2 * 3 * 4 ** _ [ ] ( ) *no* **');
});

test('headings with the same text have ids of their own', () => {
  const ids = parseMarkdown('## a\n## a\n## ***\n## শর্ত', 'x-').map((block) =>
    block.kind === 'heading' ? block.id : '',
  );
  expect(new Set(ids).size).toBe(4);
  expect(ids[3]).toBe('x-শর্ত');
});

test.each([
  '[',
  ']',
  '[a](',
  '](',
  '*',
  '**',
  '_',
  '*a',
  '**a',
  '[[a](',
  '\\',
  '- ',
  '# ',
  '#\n',
  '1. *\n',
  '**[_',
  '_a_*b*',
  '[*a*](/x)',
])('60 kB of %j take no time', (part) => {
  const source = part.repeat(60_000 / part.length);
  const started = performance.now();
  parseMarkdown(source);
  expect(performance.now() - started).toBeLessThan(1_500);
});

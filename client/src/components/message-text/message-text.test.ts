import { expect, test } from 'vitest';
import { findLinks } from './message-text.tsx';

test.each([
  ['nothing to open', ['nothing to open']],
  ['See https://t.me/shop, please.', ['See ', { url: 'https://t.me/shop' }, ', please.']],
  ['(https://shop.example/a_(b))', ['(', { url: 'https://shop.example/a_(b' }, '))']],
  ['HTTP://SHOP.EXAMPLE', [{ url: 'HTTP://SHOP.EXAMPLE' }]],
  [
    'a http://a.example\nb https://b.example?x=1&y=2',
    ['a ', { url: 'http://a.example' }, '\nb ', { url: 'https://b.example?x=1&y=2' }],
  ],
  [
    'javascript:alert(1) data:text/html,x file:///etc/passwd www.shop.example',
    ['javascript:alert(1) data:text/html,x file:///etc/passwd www.shop.example'],
  ],
  ['<a href="https://evil.example/">x</a>', ['<a href="', { url: 'https://evil.example/' }, '">x</a>']],
  // Browsers would open another host than the displayed one.
  ['https://good.example\\@evil.example', [{ url: 'https://good.example' }, '\\@evil.example']],
  ['https://good.example\u202Emoc.live', [{ url: 'https://good.example' }, '\u202Emoc.live']],
  ['https://', ['https://']],
  ['https://।', ['https://।']],
])('in "%s"', (text, parts) => {
  expect(findLinks(text)).toEqual(parts);
});

test('hostile text takes no time', () => {
  const startedMs = performance.now();
  for (const hostile of ['https://', 'https://a.', 'http', '.,;:!?)']) findLinks(hostile.repeat(10_000));
  expect(performance.now() - startedMs).toBeLessThan(1000);
});

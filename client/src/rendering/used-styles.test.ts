import { expect, test } from 'vitest';
import { usedStyles } from './used-styles.ts';

const global =
  '@layer base{@keyframes pulse{50%{opacity:0.5;}}@keyframes ping{75%,100%{scale:2;opacity:0;}}html{color:var(--c-fg);}}' +
  '@layer tokens{:where(html){--c-fg:#111;--c-bg:#fff;--c-sizes-1\\/2:50%;--c-sizes-0\\.5:2px;' +
  '--c-animations-pulse:pulse 2s infinite;}[data-theme=black]{--c-fg:#eee;--c-bg:#000;--c-line:var(--c-bg);}}';

test('tokens and animations that a page uses stay, also those that only other tokens use', () => {
  const own = '.a{border-color:var(--c-line);width:var(--c-sizes-1\\/2);animation:var(--c-animations-pulse);}';
  expect(usedStyles(global, own)).toBe(
    '@layer base{@keyframes pulse{50%{opacity:0.5;}}html{color:var(--c-fg);}}' +
      '@layer tokens{:where(html){--c-fg:#111;--c-bg:#fff;--c-sizes-1\\/2:50%;' +
      '--c-animations-pulse:pulse 2s infinite;}[data-theme=black]{--c-fg:#eee;--c-bg:#000;--c-line:var(--c-bg);}}',
  );
});

test('the others go', () => {
  expect(usedStyles(global, '.a{color:red;}')).toBe(
    '@layer base{html{color:var(--c-fg);}}@layer tokens{:where(html){--c-fg:#111;}[data-theme=black]{--c-fg:#eee;}}',
  );
});

import { describe, expect, test } from 'vitest';
import {
  brandShades,
  brandStyle,
  contrastRatio,
  PART_RATIO,
  standardShades,
  TEXT_RATIO,
  themeTones,
} from './brand-colors.ts';

const colors = [
  '#f7c800',
  '#ffffff',
  '#fefefe',
  '#000000',
  '#0a0a0a',
  '#808080',
  '#767676',
  '#0000ff',
  '#00ff00',
  '#ff0000',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#0a58ca',
  '#2e7d32',
  '#b71727',
  '#6a1b9a',
  '#ff8a00',
  '#123456',
];
const grounds = { light: ['#ffffff', '#f5f5f5'], dark: ['#000000', '#141414'] };

describe.each(colors)('%s', (color) => {
  test.each(themeTones)('can be read in the %s theme', (tone) => {
    const { solid, contrast, fg, subtle, focusRing, border } = brandShades(color)[tone];
    expect(contrastRatio(contrast, solid)).toBeGreaterThanOrEqual(TEXT_RATIO);
    for (const ground of [...grounds[tone], subtle]) {
      expect(contrastRatio(fg, ground)).toBeGreaterThanOrEqual(TEXT_RATIO);
      expect(contrastRatio(focusRing, ground)).toBeGreaterThanOrEqual(PART_RATIO);
      expect(contrastRatio(border, ground)).toBeGreaterThanOrEqual(PART_RATIO);
    }
    // The button stands out from the page.
    for (const ground of grounds[tone]) {
      expect(contrastRatio(solid, ground)).toBeGreaterThanOrEqual(tone === 'dark' ? PART_RATIO : 1.25);
    }
  });
});

test('a colour that can be seen stays as it is', () => {
  expect(brandShades('#0a58ca').light).toMatchObject({ solid: '#0a58ca', fg: '#0a58ca', contrast: '#ffffff' });
  expect(brandShades('#ff8a00').dark).toMatchObject({ solid: '#ff8a00', fg: '#ff8a00' });
  expect(brandShades('#f7c800')).toEqual(standardShades);
});

test('the ratio is that of WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21);
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('the style has the client’s variables for both themes', () => {
  const style = brandStyle('#0a58ca');
  expect(style).toMatch(
    /^:root,\[data-theme=bumblebee\]\{--c-colors-brand-solid:#0a58ca;[^{}<>]+\}\[data-theme=black\]\{[^{}<>]+\}$/,
  );
});

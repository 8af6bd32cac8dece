import { describe, expect, test } from 'vitest';
import { semanticTokens } from './tokens.ts';

type Pair = { value: { _light: string; _dark: string } };
const { colors } = semanticTokens as unknown as { colors: Record<string, Record<string, Pair>> };
const colorOf = (name: string, theme: '_light' | '_dark') => {
  const [group = '', key = 'DEFAULT'] = name.split('.');
  return colors[group]?.[key]?.value[theme] ?? '';
};

describe.each(['_light', '_dark'] as const)('the colours of %s', (theme) => {
  const grounds = ['bg', 'bg.subtle', 'bg.panel'];
  const contrast = (one: string, other: string) => contrastOf(colorOf(one, theme), colorOf(other, theme));

  test.each(['brand', 'gray', 'green', 'red', 'orange', 'blue'])('a solid %s is readable', (palette) => {
    expect(contrast(`${palette}.contrast`, `${palette}.solid`)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['fg', 'fg.muted', 'fg.subtle', 'brand.fg', 'fg.success', 'fg.error', 'fg.warning', 'fg.info'])(
    '%s is readable on every background',
    (text) => {
      for (const ground of grounds) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('fields, and the focus ring, have enough contrast', () => {
    for (const ground of grounds) {
      expect(contrast('border.field', ground)).toBeGreaterThanOrEqual(3);
      expect(contrast('brand.focusRing', ground)).toBeGreaterThanOrEqual(3);
    }
  });

  test('lines are visible', () => {
    expect(contrast('border', 'bg')).toBeGreaterThanOrEqual(1.25);
    expect(contrast('border', 'bg.panel')).toBeGreaterThanOrEqual(1.25);
  });

  test('the main button is prominent', () => {
    expect(saturationOf(colorOf('brand.solid', theme))).toBeGreaterThanOrEqual(0.9);
    expect(saturationOf(colorOf('gray.solid', theme))).toBeLessThanOrEqual(0.1);
    if (theme === '_dark') expect(contrast('brand.solid', 'bg.panel')).toBeGreaterThanOrEqual(7);
  });
});

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function saturationOf(color: string): number {
  const channels = channelsOf(color);
  return Math.max(...channels) - Math.min(...channels);
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

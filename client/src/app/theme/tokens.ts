import { defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';
import { fontFamilies } from '#shared/languages.ts';

/** The names of the two themes in `data-theme` and local storage. */
export const lightTheme = 'bumblebee';
export const darkTheme = 'black';

const steps = [
  0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60,
  64, 72, 80, 96,
];
/** One scale for space and size: a step is a quarter of a rem. */
const scale = Object.fromEntries(steps.map((step) => [String(step), { value: `${step / 4}rem` }]));

const columnsRem = { '3xs': 14, '2xs': 16, xs: 20, sm: 24, md: 28, lg: 32, xl: 36, '2xl': 42, '3xl': 48, '4xl': 56 };
const pagesRem = { '5xl': 64, '6xl': 72, '7xl': 80, '8xl': 90 };
const rem = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value: `${value}rem` }]));
const plain = <Value extends string | number>(values: Record<string, Value>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));

/**
 * A script's own face comes before Geist, which has only Latin characters (by `unicode-range`). At the end of the list, Chromium kept
 * showing boxes for text drawn before the face arrived.
 */
const scripts = Object.values(fontFamilies).map((family) => `"${family}", `);
const sans = `${scripts.join('')}Geist, "Geist Fallback", "Geist Fallback Wide", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif`;

export const tokens = defineTokens({
  colors: {
    ...plain({ white: '#ffffff', black: '#000000', transparent: 'transparent', current: 'currentColor' }),
    blackAlpha: plain({ 500: 'rgba(0, 0, 0, 0.48)' }),
  },
  spacing: scale,
  sizes: {
    ...scale,
    ...rem({ ...columnsRem, ...pagesRem }),
    ...plain({ max: 'max-content', min: 'min-content', fit: 'fit-content', prose: '60ch', full: '100%' }),
    ...plain({ dvh: '100dvh', svh: '100svh', dvw: '100dvw', vw: '100vw', vh: '100vh', '1/2': '50%' }),
    'breakpoint-xl': { value: '1280px' },
  },
  radii: plain({ none: '0', xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', full: '9999px' }),
  fonts: plain<string>({
    heading: sans,
    body: sans,
    mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "Noto Sans Bengali", monospace',
  }),
  fontSizes: rem({
    '2xs': 0.625,
    xs: 0.75,
    sm: 0.875,
    md: 1,
    lg: 1.125,
    xl: 1.25,
    '2xl': 1.5,
    '3xl': 1.875,
    '4xl': 2.25,
    '5xl': 3,
    '6xl': 3.75,
  }),
  /** Two font weights: normal and emphasized. The recipes' other names map to one of them. */
  fontWeights: plain({ normal: '400', medium: '600', semibold: '600', bold: '600' }),
  lineHeights: plain({ shorter: 1.25, short: 1.375, moderate: 1.5, tall: 1.625 }),
  letterSpacings: plain({ tight: '-0.025em', wide: '0.025em' }),
  borders: plain({ xs: '0.5px solid', sm: '1px solid', md: '2px solid', lg: '4px solid' }),
  durations: plain({
    fastest: '50ms',
    faster: '100ms',
    fast: '150ms',
    moderate: '200ms',
    slow: '300ms',
    slower: '400ms',
    slowest: '500ms',
  }),
  easings: plain({
    'ease-in': 'cubic-bezier(0.42, 0, 1, 1)',
    'ease-out': 'cubic-bezier(0, 0, 0.58, 1)',
    'ease-in-out': 'cubic-bezier(0.42, 0, 0.58, 1)',
    'ease-in-smooth': 'cubic-bezier(0.32, 0.72, 0, 1)',
  }),
  animations: plain({
    spin: 'spin 1s linear infinite',
    pulse: 'pulse 2s cubic-bezier(0.4, 0, 0.6, 1) infinite',
  }),
  aspectRatios: plain({ square: '1 / 1', landscape: '4 / 3', wide: '16 / 9' }),
  zIndex: plain({
    hide: -1,
    base: 0,
    docked: 10,
    dropdown: 1000,
    sticky: 1100,
    banner: 1200,
    overlay: 1300,
    modal: 1400,
    popover: 1500,
    skipNav: 1600,
    toast: 1700,
    tooltip: 1800,
    max: 2147483647,
  }),
  cursor: plain({
    button: 'pointer',
    checkbox: 'pointer',
    disabled: 'not-allowed',
    menuitem: 'pointer',
    option: 'pointer',
    radio: 'pointer',
    slider: 'pointer',
    switch: 'pointer',
  }),
});

/** A value for bumblebee and one for black. */
const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

const focusRing = both('#7e5400', '#f7c800');
/** The border of a solid button and of the current place; only the brand palette has one. */
const edge = both('transparent', 'transparent');

/**
 * A palette for Chakra's `colorPalette`. `text` is its text colour (at least 4.5:1 on every background), which also darkens its solid
 * fill under white or black text.
 */
function statusPalette(text: [string, string], ground: [string, string], line: [string, string]) {
  return {
    solid: both(...text),
    contrast: both('#ffffff', '#000000'),
    fg: both(...text),
    subtle: both(...ground),
    muted: both(...line),
    emphasized: both(...line),
    border: both(...line),
    edge,
    focusRing,
  };
}

const success = statusPalette(['#006645', '#53cc4c'], ['#e5f4ed', '#0b1c0a'], ['#b5dccb', '#1f4a1d']);
const error = statusPalette(['#b71727', '#ff716b'], ['#fdecec', '#240f0e'], ['#f0bfc2', '#5e2a28']);
const warning = statusPalette(['#8a5600', '#fcb700'], ['#fff5d6', '#231a02'], ['#ecd9a4', '#5c4507']);
const info = statusPalette(['#006495', '#77a2fc'], ['#e5f2f9', '#0f1626'], ['#b3d4e6', '#2b3b5e']);

export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: both('#ffffff', '#000000'),
      subtle: both('#f5f5f5', '#141414'),
      muted: both('#e4e4e4', '#1b1b1b'),
      emphasized: both('#d6d6d6', '#2a2a2a'),
      inverted: both('#161616', '#d6d6d6'),
      panel: both('#ffffff', '#141414'),
      success: success.subtle,
      error: error.subtle,
      warning: warning.subtle,
      info: info.subtle,
    },
    fg: {
      DEFAULT: both('#161616', '#d6d6d6'),
      muted: both('#525252', '#a8a8a8'),
      subtle: both('#636363', '#969696'),
      inverted: both('#ffffff', '#000000'),
      success: success.fg,
      error: error.fg,
      warning: warning.fg,
      info: info.fg,
    },
    border: {
      DEFAULT: both('#e4e4e4', '#333333'),
      muted: both('#e4e4e4', '#333333'),
      subtle: both('#f5f5f5', '#242424'),
      /** The border of inputs and checkboxes: 3:1 against the background (WCAG 1.4.11). */
      emphasized: both('#868686', '#636363'),
      field: both('#868686', '#636363'),
      inverted: both('#161616', '#d6d6d6'),
      success: success.fg,
      error: error.fg,
      warning: warning.fg,
      info: info.fg,
    },
    brand: {
      /** The next action: the most prominent colour in both themes. */
      solid: both('#f7c800', '#f7c800'),
      contrast: both('#733e0a', '#161616'),
      fg: both('#7e5400', '#f7c800'),
      subtle: both('#fff8db', '#1d1903'),
      muted: both('#fdeea3', '#332b00'),
      emphasized: both('#f7c800', '#4a3d00'),
      border: both('#7e5400', '#f7c800'),
      edge: both('#f7c800', '#f7c800'),
      focusRing,
    },
    gray: {
      solid: both('#161616', '#d6d6d6'),
      contrast: both('#ffffff', '#000000'),
      fg: both('#161616', '#d6d6d6'),
      subtle: both('#f5f5f5', '#141414'),
      muted: both('#e4e4e4', '#1b1b1b'),
      emphasized: both('#d6d6d6', '#2a2a2a'),
      border: both('#868686', '#636363'),
      edge,
      focusRing,
    },
    green: success,
    red: error,
    orange: warning,
    blue: info,
  },
  radii: {
    l1: both('0.25rem', '0'),
    l2: both('0.5rem', '0'),
    l3: both('1rem', '0'),
    selector: both('1rem', '0'),
    field: both('0.5rem', '0'),
    box: both('1rem', '0'),
  },
  /** Edges are lines, not shadows; floating elements have one ring that separates them from the page. */
  shadows: Object.fromEntries(
    ['xs', 'sm', 'md', 'lg', 'xl', '2xl'].map((size) => [size, both('0 0 0 1px #e4e4e4', '0 0 0 1px #3a3a3a')]),
  ),
});

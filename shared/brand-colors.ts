import { initialBrandColor } from './shop-name.ts';

/** The shades of the shop's colour in a theme, by the names of the client's palette. */
export interface BrandShades {
  /** What to press next. */
  solid: string;
  /** Text on it, at least 4.5:1. */
  contrast: string;
  /** Text and links on every background, at least 4.5:1. */
  fg: string;
  subtle: string;
  muted: string;
  emphasized: string;
  border: string;
  edge: string;
  /** At least 3:1 against every background. */
  focusRing: string;
}

/** The shades of the panel's own colour, chosen by hand; the client's theme has the same. */
export const standardShades: Record<'light' | 'dark', BrandShades> = {
  light: {
    solid: '#f7c800',
    contrast: '#733e0a',
    fg: '#7e5400',
    subtle: '#fff8db',
    muted: '#fdeea3',
    emphasized: '#f7c800',
    border: '#7e5400',
    edge: '#f7c800',
    focusRing: '#7e5400',
  },
  dark: {
    solid: '#f7c800',
    contrast: '#161616',
    fg: '#f7c800',
    subtle: '#1d1903',
    muted: '#332b00',
    emphasized: '#4a3d00',
    border: '#f7c800',
    edge: '#f7c800',
    focusRing: '#f7c800',
  },
};

/** WCAG AA for text and for parts of the interface. */
export const TEXT_RATIO = 4.5;
export const PART_RATIO = 3;
/** A fill that is fainter disappears in a white page. */
const FILL_RATIO = 1.25;

const themes = {
  light: { grounds: ['#ffffff', '#f5f5f5'], paper: '#ffffff', ink: '#000000', fill: FILL_RATIO },
  dark: { grounds: ['#000000', '#141414'], paper: '#000000', ink: '#ffffff', fill: PART_RATIO },
} as const;
export type ThemeTone = keyof typeof themes;
export const themeTones = Object.keys(themes) as ThemeTone[];

/**
 * Derives the shades of a colour for both themes. The colour itself stays where it can be seen; text takes a darker or lighter shade
 * of it where it could not be read.
 * @param color as `#rrggbb`
 */
export function brandShades(color: string): Record<ThemeTone, BrandShades> {
  if (color === initialBrandColor) return standardShades;
  return { light: shadesIn('light', color), dark: shadesIn('dark', color) };
}

function shadesIn(tone: ThemeTone, color: string): BrandShades {
  const { grounds, paper, ink, fill } = themes[tone];
  const solid = towards(color, ink, (shade) => grounds.every((ground) => contrastRatio(shade, ground) >= fill));
  const subtle = mix(solid, paper, tone === 'light' ? 0.9 : 0.88);
  const muted = mix(solid, paper, tone === 'light' ? 0.75 : 0.8);
  const readable = [...grounds, subtle];
  const fg = towards(solid, ink, (shade) => readable.every((ground) => contrastRatio(shade, ground) >= TEXT_RATIO));
  const emphasized = tone === 'light' ? solid : mix(solid, paper, 0.7);
  return { solid, contrast: textOn(solid), fg, subtle, muted, emphasized, border: fg, edge: solid, focusRing: fg };
}

/** The shop's text colours first; on a fill between them only black reaches the ratio. */
function textOn(fill: string): string {
  const inks = ['#ffffff', '#161616', '#000000'];
  return inks.find((ink) => contrastRatio(ink, fill) >= TEXT_RATIO) ?? '#000000';
}

/** The first shade on the way to `end` that is good. */
function towards(color: string, end: string, isGood: (shade: string) => boolean): string {
  for (let part = 0; part < 1; part += 0.02) {
    const shade = mix(color, end, part);
    if (isGood(shade)) return shade;
  }
  return end;
}

/** @param part of `other` in the mixture */
function mix(color: string, other: string, part: number): string {
  const [one, two] = [channelsOf(color), channelsOf(other)];
  const mixed = one.map((channel, at) => Math.round(channel * (1 - part) + (two[at] ?? 0) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastRatio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** The other palettes, whose focus ring has the shop's colour too. */
const palettes = ['gray', 'green', 'red', 'orange', 'blue'];

type Variables = Record<`--${string}`, string>;

/** The variables of the client's palette with a colour. */
export function brandVariables(color: string): Record<ThemeTone, Variables> {
  const { light, dark } = brandShades(color);
  return { light: variablesOf(light), dark: variablesOf(dark) };
}

/** The style sheet that gives the client's palette a colour. */
export function brandStyle(color: string): string {
  const { light, dark } = brandVariables(color);
  const text = (variables: Variables) =>
    Object.entries(variables)
      .map(([name, shade]) => `${name}:${shade}`)
      .join(';');
  return `:root,[data-theme=bumblebee]{${text(light)}}[data-theme=black]{${text(dark)}}`;
}

function variablesOf({ focusRing, ...shades }: BrandShades): Variables {
  const own = Object.entries(shades).map(([name, shade]) => [`--c-colors-brand-${name}`, shade]);
  const rings = ['brand', ...palettes].map((palette) => [`--c-colors-${palette}-focus-ring`, focusRing]);
  return Object.fromEntries([...own, ...rings, ['--logo-ink', shades.contrast]]) as Variables;
}

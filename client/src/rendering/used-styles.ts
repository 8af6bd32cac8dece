const NAME = String.raw`--c-(?:[\w-]|\\.)+`;
const definition = new RegExp(`(${NAME}):([^;{}]*);`, 'g');
const use = new RegExp(String.raw`var\((${NAME})`, 'g');
const keyframes = /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g;

/**
 * The part of the global styles that a page uses: without other tokens and animations, which are half of it.
 * @param globalCss the theme's tokens and the reset
 * @param ownCss the styles of the page's elements
 */
export function usedStyles(globalCss: string, ownCss: string): string {
  const definitions = Map.groupBy(globalCss.matchAll(definition), ([, name = '']) => name);
  const used = new Set<string>();
  const add = (css: string) => {
    for (const [, name = ''] of css.matchAll(use)) {
      if (used.has(name)) continue;
      used.add(name);
      for (const [, , value = ''] of definitions.get(name) ?? []) add(value);
    }
  };
  add(ownCss);
  add(globalCss.replaceAll(definition, ''));
  const tokens = globalCss.replaceAll(definition, (whole, name: string) => (used.has(name) ? whole : ''));
  const withoutAnimations = tokens.replaceAll(keyframes, '') + ownCss;
  const isPlayed = (name: string) => new RegExp(String.raw`[:,\s]${name}[\s;,}]`).test(withoutAnimations);
  return tokens.replaceAll(keyframes, (whole, name: string) => (isPlayed(name) ? whole : ''));
}

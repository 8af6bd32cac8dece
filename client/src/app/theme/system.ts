import { createSystem, defaultBaseConfig, defineConfig, type SystemConfig } from '@chakra-ui/react';
import { animationStyles, breakpoints, keyframes, textStyles } from '@chakra-ui/react/theme';
import { recipeOverrides, recipes, slotRecipes } from './recipes.ts';
import { semanticTokens, tokens } from './tokens.ts';

const base = defineConfig({
  preflight: true,
  cssVarsPrefix: 'c',
  cssVarsRoot: ':where(html)',
  conditions: {
    light: ':root &, [data-theme=bumblebee] &',
    dark: '[data-theme=black] &',
  },
  globalCss: {
    '*': {
      '--global-font-body': 'fonts.body',
      '--global-font-mono': 'fonts.mono',
      '--global-color-border': 'colors.border',
    },
    html: {
      color: 'fg',
      bg: 'bg',
      lineHeight: '1.5',
      colorPalette: 'gray',
      textRendering: 'optimizeLegibility',
      '&[data-theme=black]': { colorScheme: 'dark' },
    },
    body: { overflowX: 'clip' },
    '*::placeholder, *[data-placeholder]': { color: 'fg.subtle', opacity: 1 },
    '*::selection': { bg: 'brand.muted', color: 'fg' },
    ':where(a, button, [tabindex]):focus-visible': {
      outline: '2px solid',
      outlineColor: 'colorPalette.focusRing',
      outlineOffset: '2px',
    },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // None: any duration would animate all changes, including a page's first styles.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    breakpoints,
    keyframes,
    tokens,
    semanticTokens,
    textStyles: { ...textStyles, figure: { value: { fontVariantNumeric: 'tabular-nums' } } },
    // The only one of Chakra's that the panel's components use.
    layerStyles: { disabled: { value: { opacity: '0.5', cursor: 'not-allowed' } } },
    animationStyles,
    recipes,
    slotRecipes,
  },
});

/** Merged into the default recipes. Each has only the differences; the type requires whole ones. */
const overrides: SystemConfig = { theme: { recipes: recipeOverrides } };

/** The panel's theme: Chakra's base, the tokens, and the recipes of the first load; `addLazyRecipes` adds the others. */
export const system = createSystem(defaultBaseConfig, base, overrides);

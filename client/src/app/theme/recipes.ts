import {
  buttonRecipe,
  codeRecipe,
  containerRecipe,
  emptyStateSlotRecipe,
  headingRecipe,
  linkRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  spinnerRecipe,
} from '@chakra-ui/react/theme';

/** Only the recipes of a visitor's first page, because they are part of the first load. The others are in lazy-recipes.ts. */
export const recipes = {
  button: buttonRecipe,
  code: codeRecipe,
  container: containerRecipe,
  heading: headingRecipe,
  link: linkRecipe,
  skeleton: skeletonRecipe,
  skipNavLink: skipNavLinkRecipe,
  spinner: spinnerRecipe,
};

export const slotRecipes = {
  emptyState: emptyStateSlotRecipe,
};

/** Taller for touch (44 px), denser for a mouse. */
export const touch = { base: '11', md: '10' };

/** Merged into the recipes above. */
export const recipeOverrides = {
  button: {
    variants: {
      size: { md: { h: touch, minW: touch }, sm: { h: { base: '10', md: '9' } } },
      variant: { solid: { borderColor: 'colorPalette.edge' } },
    },
  },
  heading: { base: { textWrap: 'balance', letterSpacing: '-0.01em' } },
  skeleton: { base: { borderRadius: 'l2' } },
};

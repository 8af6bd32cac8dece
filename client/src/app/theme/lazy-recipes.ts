import { mergeConfigs, type SystemConfig } from '@chakra-ui/react';
import {
  alertSlotRecipe,
  badgeRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  collapsibleSlotRecipe,
  dataListSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  fieldSlotRecipe,
  inputRecipe,
  kbdRecipe,
  listSlotRecipe,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  popoverSlotRecipe,
  progressSlotRecipe,
  qrCodeSlotRecipe,
  sliderSlotRecipe,
  switchSlotRecipe,
  tableSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  timelineSlotRecipe,
  toastSlotRecipe,
  tooltipSlotRecipe,
} from '@chakra-ui/react/theme';
import { touch } from './recipes.ts';
import { system } from './system.ts';

const recipes = {
  badge: badgeRecipe,
  checkmark: checkmarkRecipe,
  input: inputRecipe,
  kbd: kbdRecipe,
  textarea: textareaRecipe,
};

const slotRecipes = {
  alert: alertSlotRecipe,
  checkbox: checkboxSlotRecipe,
  collapsible: collapsibleSlotRecipe,
  dataList: dataListSlotRecipe,
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  field: fieldSlotRecipe,
  list: listSlotRecipe,
  menu: menuSlotRecipe,
  nativeSelect: nativeSelectSlotRecipe,
  popover: popoverSlotRecipe,
  progress: progressSlotRecipe,
  qrCode: qrCodeSlotRecipe,
  slider: sliderSlotRecipe,
  switch: switchSlotRecipe,
  table: tableSlotRecipe,
  tabs: tabsSlotRecipe,
  timeline: timelineSlotRecipe,
  toast: toastSlotRecipe,
  tooltip: tooltipSlotRecipe,
};

/** Fields have 16 px text, or iOS zooms into them. */
const fieldText = { fontSize: { base: 'md', md: 'sm' } };

const recipeOverrides = {
  input: {
    variants: {
      size: { md: { '--input-height': { base: 'sizes.11', md: 'sizes.10' }, ...fieldText } },
      variant: { outline: { bg: 'bg', borderColor: 'border.field' } },
    },
  },
  textarea: { variants: { size: { md: fieldText }, variant: { outline: { bg: 'bg', borderColor: 'border.field' } } } },
  badge: { base: { borderRadius: 'selector' } },
};

const slotRecipeOverrides = {
  nativeSelect: {
    variants: {
      size: { md: { field: { h: touch, ...fieldText } } },
      variant: { outline: { field: { bg: 'bg', borderColor: 'border.field' } } },
    },
  },
  dialog: {
    base: {
      content: { borderWidth: '1px', boxShadow: 'none', width: 'calc(100% - 2rem)' },
      // Two long buttons do not fit next to each other on a phone.
      footer: { flexWrap: 'wrap' },
    },
  },
  drawer: { base: { content: { boxShadow: 'none', bg: 'bg' } } },
  // An element that moves under a finger keeps its complete style while focused.
  slider: {
    base: {
      thumb: { _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' } },
    },
  },
  menu: { base: { item: { minH: { base: '11', md: '9' } } } },
};

/** Each override has only the differences; the type requires whole recipes. */
const overrides: SystemConfig = { theme: { recipes: recipeOverrides, slotRecipes: slotRecipeOverrides as never } };

let isAdded = false;

/** Adds the recipes of all components outside the first load, before any of them renders. */
export function addLazyRecipes(): void {
  const { theme } = system._config;
  if (isAdded || !theme) return;
  isAdded = true;
  const late = mergeConfigs({ theme: { recipes, slotRecipes } }, overrides).theme;
  // The system reads a recipe when a component first uses it.
  Object.assign(theme.recipes as object, late?.recipes);
  Object.assign(theme.slotRecipes as object, late?.slotRecipes);
}

import {
  alertSlotRecipe,
  badgeRecipe,
  buttonRecipe,
  checkboxSlotRecipe,
  checkmarkRecipe,
  codeRecipe,
  collapsibleSlotRecipe,
  containerRecipe,
  dataListSlotRecipe,
  dialogSlotRecipe,
  drawerSlotRecipe,
  emptyStateSlotRecipe,
  fieldSlotRecipe,
  headingRecipe,
  inputRecipe,
  kbdRecipe,
  linkRecipe,
  listSlotRecipe,
  menuSlotRecipe,
  nativeSelectSlotRecipe,
  popoverSlotRecipe,
  progressSlotRecipe,
  qrCodeSlotRecipe,
  skeletonRecipe,
  skipNavLinkRecipe,
  sliderSlotRecipe,
  spinnerRecipe,
  switchSlotRecipe,
  tableSlotRecipe,
  tabsSlotRecipe,
  textareaRecipe,
  timelineSlotRecipe,
  toastSlotRecipe,
} from '@chakra-ui/react/theme';

/** Only the recipes that the panel uses, because all of them are part of the first load. */
export const recipes = {
  badge: badgeRecipe,
  button: buttonRecipe,
  checkmark: checkmarkRecipe,
  code: codeRecipe,
  container: containerRecipe,
  heading: headingRecipe,
  input: inputRecipe,
  kbd: kbdRecipe,
  link: linkRecipe,
  skeleton: skeletonRecipe,
  skipNavLink: skipNavLinkRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};

export const slotRecipes = {
  alert: alertSlotRecipe,
  checkbox: checkboxSlotRecipe,
  collapsible: collapsibleSlotRecipe,
  dataList: dataListSlotRecipe,
  dialog: dialogSlotRecipe,
  drawer: drawerSlotRecipe,
  emptyState: emptyStateSlotRecipe,
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
};

/** Taller where fingers press (44 px), denser where a mouse does. */
const touch = { base: '11', md: '10' };

/** 16 px type in fields, or iOS zooms into them. */
const fieldText = { fontSize: { base: 'md', md: 'sm' } };

/** Merged over the recipes above; each names only the differences. */
export const recipeOverrides = {
  button: {
    variants: {
      size: { md: { h: touch, minW: touch }, sm: { h: { base: '10', md: '9' } } },
      variant: { solid: { borderColor: 'colorPalette.edge' } },
    },
  },
  heading: { base: { textWrap: 'balance', letterSpacing: '-0.01em' } },
  skeleton: { base: { borderRadius: 'l2' } },
  input: {
    variants: {
      size: { md: { '--input-height': { base: 'sizes.11', md: 'sizes.10' }, ...fieldText } },
      variant: { outline: { bg: 'bg', borderColor: 'border.field' } },
    },
  },
  textarea: { variants: { size: { md: fieldText }, variant: { outline: { bg: 'bg', borderColor: 'border.field' } } } },
  badge: { base: { borderRadius: 'selector' } },
};

export const slotRecipeOverrides = {
  nativeSelect: {
    variants: {
      size: { md: { field: { h: touch, ...fieldText } } },
      variant: { outline: { field: { bg: 'bg', borderColor: 'border.field' } } },
    },
  },
  dialog: {
    base: {
      content: { borderWidth: '1px', boxShadow: 'none', width: 'calc(100% - 2rem)' },
      // Two long buttons find no room beside each other on a phone.
      footer: { flexWrap: 'wrap' },
    },
  },
  drawer: { base: { content: { boxShadow: 'none', bg: 'bg' } } },
  // Nothing that moves under a finger takes part of its look away while it has the focus.
  slider: {
    base: {
      thumb: { _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' } },
    },
  },
  menu: { base: { item: { minH: { base: '11', md: '9' } } } },
};

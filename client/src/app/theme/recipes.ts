import {
  alertSlotRecipe,
  avatarSlotRecipe,
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

/** Only what a screen uses: every recipe here is part of the first load. */
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
  avatar: avatarSlotRecipe,
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

/** Taller where fingers press (44 px), denser where a mouse does; 16 px type in fields, or iOS zooms into them. */
const touch = { base: '11', md: '10' };
const fieldText = { fontSize: { base: 'md', md: 'sm' } };

export const recipeOverrides = {
  button: {
    variants: {
      size: { md: { h: touch, minW: touch }, sm: { h: { base: '10', md: '9' } } },
      variant: { solid: { borderColor: 'colorPalette.edge' } },
    },
  },
  input: {
    variants: {
      size: { md: { '--input-height': { base: 'sizes.11', md: 'sizes.10' }, ...fieldText } },
      variant: { outline: { bg: 'bg', borderColor: 'border.field' } },
    },
  },
  textarea: { variants: { size: { md: fieldText }, variant: { outline: { bg: 'bg', borderColor: 'border.field' } } } },
  heading: { base: { textWrap: 'balance', letterSpacing: '-0.01em' } },
  badge: { base: { borderRadius: 'selector' } },
  skeleton: { base: { borderRadius: 'l2' } },
};

export const slotRecipeOverrides = {
  avatar: { variants: { shape: { full: { root: { borderRadius: 'selector' } } } } },
  nativeSelect: {
    variants: {
      size: { md: { field: { h: touch, ...fieldText } } },
      variant: { outline: { field: { bg: 'bg', borderColor: 'border.field' } } },
    },
  },
  dialog: { base: { content: { borderWidth: '1px', boxShadow: 'none', width: 'calc(100% - 2rem)' } } },
  drawer: { base: { content: { boxShadow: 'none', bg: 'bg' } } },
  // Nothing that moves under a finger takes part of its look away while it has the focus.
  slider: {
    base: {
      thumb: { _focusVisible: { outline: '2px solid', outlineColor: 'colorPalette.focusRing', outlineOffset: '2px' } },
    },
  },
  menu: { base: { item: { minH: { base: '11', md: '9' } } } },
};

const CHAKRA = /@chakra-ui\/react\/dist\/esm\/components\//.source;
const SOURCE = /\/client\/src\//.source;

/**
 * What several pages show or reckon with, most of it ten or more: each of some hundred bytes, and none needs anything beyond the first
 * load. Apart, each is a request, which a slow line feels more than all of them; so they are one file, which visitors' pages load, too.
 */
export const SMALL_PARTS = new RegExp(
  [
    `${CHAKRA}(button/close-button|center/center|grid/grid|heading/index|icons)\\.`,
    `${SOURCE}components/(loading-stack|page-heading)\\.`,
    `${SOURCE}lib/(amount-to-add|format|paged-list|use-in-sight|use-now)\\.`,
    '/shared/(history-sorts|http-url|one-line|order-status|parse-id|shop-days|time-zone)\\.',
  ].join('|'),
);

/** The same of what has its look from late-recipes.ts, which the home page does without. */
export const SMALL_LATE_PARTS = new RegExp(
  [
    `${CHAKRA}(alert/alert|badge/badge|kbd/kbd|table/table)\\.`,
    `${SOURCE}components/status-badge\\.`,
    `${SOURCE}i18n/en/statuses\\.`,
  ].join('|'),
);

/** The narrowest a card may be: four figures beside each other and a button of 44 px. */
const MIN_CARD_PX = 280;
export const GAP_PX = 16;
/** About how high a card is; each row is measured once it is there. */
export const CARD_HEIGHT_PX = 262;

/** As many columns as fit, also for what is not virtualised. */
export const gridColumns = `repeat(auto-fill, minmax(min(100%, ${MIN_CARD_PX}px), 1fr))`;

/** How many columns CSS makes of the same rule. */
export function columnsIn(widthPx: number): number {
  return Math.max(1, Math.floor((widthPx + GAP_PX) / (MIN_CARD_PX + GAP_PX)));
}

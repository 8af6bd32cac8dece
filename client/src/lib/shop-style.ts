const STYLE_ID = 'shop-style';

/** Gives this document the style of another colour; the next document comes with it. */
export function wearStyle(text: string): void {
  const known = document.getElementById(STYLE_ID);
  const style = known ?? document.createElement('style');
  style.id = STYLE_ID;
  style.textContent = text;
  if (!known) document.head.append(style);
}

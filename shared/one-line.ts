/**
 * Whether a text stays on the line it is written into, in the order it is read: no line breaks, no other control characters,
 * and none that turn the direction of what follows. The joiners that Bengali needs between letters are fine.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

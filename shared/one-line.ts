/** Whether a text has no line breaks, control characters or bidirectional controls. Bengali's joiners are allowed. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

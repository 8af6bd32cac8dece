/** How an id is written: a positive integer of at most 15 digits, which JavaScript numbers hold exactly. */
export const idPattern = /^[1-9]\d{0,14}$/;

/** Reads an id from a text, such as an address. @returns null for any other text */
export function parseId(text: string): number | null {
  return idPattern.test(text) ? Number(text) : null;
}

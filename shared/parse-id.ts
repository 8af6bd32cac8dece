/** How an id is written: a positive integer of at most 15 digits, which JavaScript numbers hold exactly. */
export const idPattern = /^[1-9]\d{0,14}$/;

/**
 * Reads an id from text that anybody may have typed, such as an address. Ids are positive integers of at most 15 digits,
 * exact in JavaScript.
 * @returns null for any other text
 */
export function parseId(text: string): number | null {
  return idPattern.test(text) ? Number(text) : null;
}

/** An id is a positive integer of at most 15 digits, which a JavaScript number holds exactly. */
export const idPattern = /^[1-9]\d{0,14}$/;

/** Parses an id from a text, such as a URL. @returns null for any other text */
export function parseId(text: string): number | null {
  return idPattern.test(text) ? Number(text) : null;
}

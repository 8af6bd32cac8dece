/** The `LIKE` pattern that finds a text anywhere; `%`, `_` and `\` in it mean themselves. */
export function containing(text: string): string {
  return `%${asWritten(text)}%`;
}

/** The `LIKE` pattern that finds a text at the beginning; `%`, `_` and `\` in it mean themselves. */
export function beginningWith(text: string): string {
  return `${asWritten(text)}%`;
}

/** The `LIKE` pattern that finds a text at the beginning of a word that is not the first one. */
export function withWord(text: string): string {
  return `% ${asWritten(text)}%`;
}

/** Shorter texts no index of three letters finds within a word. */
export const SHORTEST_WITHIN = 3;

function asWritten(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** The id that a search names, as people say it on the phone ("1042" or "#1042"); undefined where it names none. */
export function idIn(search: string): number | undefined {
  const digits = /^#?(\d{1,15})$/.exec(search)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

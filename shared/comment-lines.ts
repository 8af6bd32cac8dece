/** The most comments of one order. */
export const MAX_COMMENTS = 1000;

/** The comments of a text: its lines without surrounding spaces; empty lines don't count. */
export function linesOf(typed: string): string[] {
  return typed
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Comments as they are stored: one a line. */
export const joined = (comments: readonly string[]): string => comments.join('\n');

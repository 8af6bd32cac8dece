/** The most comments of one order. */
export const MAX_COMMENTS = 1000;

/** The comments of a text: its lines without surrounding spaces; empty lines don't count. */
export function linesOf(typed: string): string[] {
  return (
    typed
      // Also the separators of Unicode, by which other programs would count more lines than were paid for.
      .split(/\r\n|[\r\n\u2028\u2029]/)
      .map((line) => line.replaceAll('\t', ' ').trim())
      .filter((line) => line !== '')
  );
}

/** Comments as they are stored: one a line. */
export const joined = (comments: readonly string[]): string => comments.join('\n');

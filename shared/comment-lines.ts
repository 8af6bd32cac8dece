/** The most comments of one order. */
export const MAX_COMMENTS = 1000;

/**
 * The comments of a text: its lines without surrounding spaces; empty lines don't count.
 * @param most the text is read only until so many comments are found
 */
export function linesOf(typed: string, most = Number.POSITIVE_INFINITY): string[] {
  const comments: string[] = [];
  // Also the separators of Unicode, by which other programs would count more lines than were paid for.
  for (const line of typed
    .replaceAll(/[\r\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .split('\n')) {
    const comment = line.trim();
    if (comment !== '') comments.push(comment);
    if (comments.length === most) break;
  }
  return comments;
}

/** Comments as they are stored: one a line. */
export const joined = (comments: readonly string[]): string => comments.join('\n');

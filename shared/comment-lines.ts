/** The most comments of one order. */
export const MAX_COMMENTS = 1000;

/** Every character at which some program begins a new line, and would count more comments than were paid for. */
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;

export const hasLineBreak = (text: string): boolean => LINE_BREAK.test(text);

/**
 * The comments of a text: its lines without surrounding spaces; empty lines don't count.
 * @param most the text is read only until so many comments are found
 */
export function linesOf(typed: string, most = Number.POSITIVE_INFINITY): string[] {
  const comments: string[] = [];
  for (const line of typed.replaceAll('\t', ' ').split(LINE_BREAK)) {
    const comment = line.trim();
    if (comment !== '') comments.push(comment);
    if (comments.length === most) break;
  }
  return comments;
}

/** Comments as they are stored: one a line. */
export const joined = (comments: readonly string[]): string => comments.join('\n');

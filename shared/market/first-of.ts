/** A line of a table of names: of a platform or of a kind of service. */
export interface Row {
  slug: string;
  name: string;
  nameBn: string;
  /** How the market writes it. It has no group that captures. */
  words: RegExp;
}

/** Finds the row that a text names first; of rows at the same place the earlier one. The search is one pass over the text. */
export function firstOf(rows: readonly Row[]): (text: string) => Row | null {
  const all = new RegExp(rows.map(({ words }) => `(${words.source})`).join('|'), 'i');
  return (text) => {
    const found = all.exec(text);
    return (found && rows[found.slice(1).findIndex((words) => words !== undefined)]) ?? null;
  };
}

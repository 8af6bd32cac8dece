/** Style of a table cell whose long text wraps, so that many columns fit; on a card it has the whole line. */
export function wrapped(width: string) {
  return { w: { md: width }, whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;
}

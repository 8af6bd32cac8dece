/** Where a list of actions stands: on its own page, on its subject's page, or within a bulk. */
export type AuditLook = 'page' | 'trail' | 'bulk';

/** Two lines on a phone and on a subject's page, one everywhere else. */
const stacked = {
  gridTemplateAreas: '"what what when" "who change money"',
  gridTemplateColumns: 'fit-content(7rem) minmax(0, 1fr) auto',
};

/** Each line is a grid of its own, so the widths are fixed. */
const oneLine = {
  gridTemplateAreas: '"when who what change money"',
  gridTemplateColumns: {
    md: '4.75rem 4.75rem minmax(0, 5fr) minmax(0, 3fr) 4.5rem',
    xl: '4.75rem 8rem minmax(0, 5fr) minmax(0, 4fr) 6rem',
  },
};

/** The grid of a line. */
export function lineOf(look: AuditLook) {
  if (look === 'trail') return { ...shared, ...stacked, py: '1.5' };
  return {
    ...shared,
    gridTemplateAreas: { base: stacked.gridTemplateAreas, md: oneLine.gridTemplateAreas },
    gridTemplateColumns: { base: stacked.gridTemplateColumns, ...oneLine.gridTemplateColumns },
    py: { base: '1.5', md: '0' },
  };
}

const shared = { alignItems: 'center', columnGap: '3', px: { base: '1', md: '2' }, minH: '9' };

/** Where a list of actions stands: on its own page, on its subject's page, or within a bulk. */
export type AuditLook = 'page' | 'trail' | 'bulk';

/** Two lines on a phone and on a subject's page, one everywhere else. */
const stacked = {
  gridTemplateAreas: '"what money" "change meta"',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
};

const oneLine = {
  gridTemplateAreas: '"when who what change money"',
  gridTemplateColumns: {
    md: '4.75rem minmax(3rem, 5.5rem) minmax(0, 3fr) minmax(0, 2fr) auto',
    xl: '4.75rem minmax(3rem, 8rem) minmax(0, 5fr) minmax(0, 4fr) minmax(5rem, auto)',
  },
};

/** The grid of a line. */
export function lineOf(look: AuditLook) {
  if (look === 'trail') return { ...shared, ...stacked, py: '1.5' };
  return {
    ...shared,
    gridTemplateAreas: { base: stacked.gridTemplateAreas, md: oneLine.gridTemplateAreas },
    gridTemplateColumns: { base: stacked.gridTemplateColumns, ...oneLine.gridTemplateColumns },
    py: { base: '2', md: '0' },
  };
}

/** Who and when: together below the money, or each in its own column. */
export function metaOf(look: AuditLook) {
  const together = { gridArea: 'meta', justifyContent: 'flex-end', gap: '2', textStyle: 'xs', maxWidth: '11rem' };
  return look === 'trail' ? together : { ...together, md: { display: 'contents' } };
}

const shared = { alignItems: 'center', columnGap: '3', px: { base: '1', md: '2' }, minH: '9' };

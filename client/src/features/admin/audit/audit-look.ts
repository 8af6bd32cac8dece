/** Where a list of actions stands: on its own page, on its subject's page, or within a bulk. */
export type AuditLook = 'page' | 'trail' | 'bulk';

/** Two lines on a subject's page. */
const stacked = {
  gridTemplateAreas: '"what what when" "who change money"',
  gridTemplateColumns: 'fit-content(7rem) minmax(0, 1fr) auto',
};

/** Three lines on a phone, where the subject has its own, and two on a tablet. */
const onPhone = {
  gridTemplateAreas: '"what what when" "subject subject subject" "who change money"',
  gridTemplateColumns: stacked.gridTemplateColumns,
};
const onTablet = {
  gridTemplateAreas: '"what what what money" "when who change change"',
  gridTemplateColumns: '5rem fit-content(9rem) minmax(0, 1fr) auto',
};

/** Each line is a grid of its own, so the widths are fixed. */
const oneLine = {
  gridTemplateAreas: '"when who what change money"',
  gridTemplateColumns: '4.75rem 8rem minmax(0, 5fr) minmax(0, 4fr) 6rem',
};

/** The grid of a line. */
export function lineOf(look: AuditLook) {
  if (look === 'trail') return { ...shared, ...stacked, py: '1.5' };
  const phone = look === 'page' ? onPhone : stacked;
  return {
    ...shared,
    gridTemplateAreas: {
      base: phone.gridTemplateAreas,
      md: onTablet.gridTemplateAreas,
      xl: oneLine.gridTemplateAreas,
    },
    gridTemplateColumns: {
      base: phone.gridTemplateColumns,
      md: onTablet.gridTemplateColumns,
      xl: oneLine.gridTemplateColumns,
    },
    py: { base: '1.5', xl: '0' },
  };
}

const shared = { alignItems: 'center', columnGap: '3', px: { base: '1', md: '2' }, minH: '9' };

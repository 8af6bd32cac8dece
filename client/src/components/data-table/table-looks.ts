import type { SystemStyleObject } from '@chakra-ui/react';
import type { Column } from './columns.ts';

/** Below this width a dense table is for touch, with two lines per row or fewer columns. */
export const DENSE_FROM_PX = 1100;

/** The height of a dense row: one line of text with room for a small button, and higher for fingers. */
export function denseRowPx(hasRoom: boolean, lines: number): number {
  if (lines > 1) return 57;
  return hasRoom ? 35 : 45;
}

/** The styles of all tables. They are set on the table, because a style on cells is computed for each cell. */
const lines: SystemStyleObject = {
  '& > thead > tr': { bg: 'bg.subtle' },
  '& th': { fontWeight: 'medium', textAlign: 'start', color: 'fg', whiteSpace: 'nowrap', borderBottomWidth: '1px' },
  '& > tbody > tr': {
    bg: 'bg',
    '&[data-opens]': { cursor: 'pointer' },
    '&[data-tone=error]': { bg: 'bg.error' },
    '&[data-pending]': { opacity: '0.6' },
    '&:hover:not([data-tone=error], [aria-hidden])': { bg: 'bg.subtle' },
  },
  '& > tbody > tr > td': { borderBottomWidth: '1px' },
  '& [data-align=end]': { textAlign: 'end' },
  '& [data-select]': { w: '9', '& input': { mx: 'auto' } },
  // The cells draw the frame: the pinned cell would cover an outline of the row.
  '& > tbody > tr[aria-current] > td': {
    '--frame': 'colors.gray.focusRing',
    boxShadow: 'inset 0 2px 0 0 var(--frame), inset 0 -2px 0 0 var(--frame)',
    '&:first-of-type': {
      boxShadow: 'inset 0 2px 0 0 var(--frame), inset 0 -2px 0 0 var(--frame), inset 3px 0 0 0 var(--frame)',
    },
  },
};

/** Rows of one line and equal height; long text is cut, and the header stays visible below the toolbar. */
export const denseLooks = (rowPx: number): SystemStyleObject => ({
  ...lines,
  tableLayout: 'fixed',
  '& th': {
    ...(lines['& th'] as object),
    position: 'sticky',
    top: 'calc(var(--under-bar) + var(--tools-px, 0px))',
    zIndex: '2',
    h: '8',
    px: '1.5',
    textStyle: 'xs',
    color: 'fg.muted',
    bg: 'bg.subtle',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    // Collapsed borders scroll away, so each cell has its own.
    borderBottomWidth: '0',
    boxShadow: 'inset 0 -1px 0 0 var(--c-colors-border)',
  },
  '& > tbody > tr': {
    ...(lines['& > tbody > tr'] as object),
    scrollMarginTop: 'calc(var(--under-bar) + var(--tools-px, 0px) + 2.5rem)',
    scrollMarginBottom: 'calc(var(--bottom-bar) + var(--dock, 0px) + 5rem)',
  },
  '& > tbody > tr > td': {
    h: `${rowPx}px`,
    px: '1.5',
    verticalAlign: 'middle',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    borderBottomWidth: '1px',
    '&[data-spills]': { position: 'relative', overflow: 'visible' },
  },
  '& > tbody > tr[data-note] > td': { h: 'auto', ps: '10', py: '1', bg: 'bg.error', whiteSpace: 'normal' },
  '& [data-below]': {
    mt: '0.5',
    textStyle: 'xs',
    color: 'fg.muted',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    '& *': { fontSize: 'inherit' },
  },
  // Space after a number.
  '& [data-align=end] + :not([data-align=end])': { ps: '4' },
});

/** Hides columns if the list, perhaps next to a pane, is too narrow for them. */
export function shownFrom(columns: readonly Pick<Column<never>, 'id' | 'fromPx'>[]): SystemStyleObject {
  const looks: Record<string, Record<string, SystemStyleObject>> = {};
  for (const { id, fromPx } of columns) {
    if (fromPx === undefined) continue;
    const narrower = `@container (max-width: ${fromPx - 1}px)`;
    looks[narrower] = { ...looks[narrower], [`& [data-col=${id}]`]: { display: 'none' } };
  }
  return looks;
}

/** Up to this many columns get wide spacing. */
const MOST_ROOMY_COLUMNS = 7;

/** Rows as high as their content. On a laptop (1366 px) ten columns fit only with narrow spacing. */
export function roomyLooks(columns: number): SystemStyleObject {
  const isRoomy = columns <= MOST_ROOMY_COLUMNS;
  const ends = isRoomy
    ? { '&:first-of-type': { ps: '4' }, '&:last-of-type': { pe: '4' } }
    : { '&:first-of-type': { ps: '2' }, '&:last-of-type': { pe: '2' } };
  const cell = { px: isRoomy ? '3' : { base: '1.5', '2xl': '2' }, ...ends } as const;
  return {
    ...lines,
    '& th': { ...(lines['& th'] as object), py: '2', textStyle: { base: 'xs', '2xl': 'sm' }, ...cell },
    '& > tbody > tr > td': { ...(lines['& > tbody > tr > td'] as object), py: '2.5', ...cell },
    '& [data-align=end]': {
      textAlign: 'end',
      ...(isRoomy && { '&&:not(:last-of-type)': { pe: { base: '6', xl: '10' } } }),
    },
    '& > tbody > tr': {
      ...(lines['& > tbody > tr'] as object),
      scrollMarginTop: 'var(--under-bar)',
      scrollMarginBottom: 'calc(var(--bottom-bar) + var(--dock, 0px))',
    },
    // The row's own background, so that the scrolled columns do not show through.
    '& [data-pinned]': {
      position: 'sticky',
      insetEnd: '0',
      bg: 'inherit',
      zIndex: '1',
      boxShadow: '-1px 0 0 0 var(--c-colors-border)',
    },
  };
}

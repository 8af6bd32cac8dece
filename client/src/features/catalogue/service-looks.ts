import type { SystemStyleObject } from '@chakra-ui/react';
import { emptyHeart, fullHeart, starOnBlack, starOnWhite } from './drawings.ts';

/** A page's HTML is for both views: a mark on `html`, which is set before the first paint, selects one. */
const asList = 'html:not([data-services=cards]) &';
const asCards = 'html[data-services=cards] &';

/** The widths of the list from which a service takes two lines, one line, and one line with its description. */
export const TWO_LINES_FROM_PX = 600;
export const ONE_LINE_FROM_PX = 960;
const DESCRIBED_FROM_PX = 1180;
const onPhone = `@container (max-width: ${TWO_LINES_FROM_PX - 0.02}px)`;
const onTablet = `@container (min-width: ${TWO_LINES_FROM_PX}px) and (max-width: ${ONE_LINE_FROM_PX - 0.02}px)`;
const onOneLine = `@container (min-width: ${ONE_LINE_FROM_PX}px)`;
const described = `@container (min-width: ${DESCRIBED_FROM_PX}px)`;

/** The minimum width of a card: four figures next to each other and a button of 44 px. */
export const MIN_CARD_PX = 296;
export const GAP_PX = 16;

/** Styles by selector. */
type Rules = Record<string, SystemStyleObject>;

const part = (name: string) => `& [data-part=${name}]`;
const item = '& [role=listitem]';
/** The star's box is the image's. */
const image = '& img, & [data-starred]::before';
const starOnImage = '& [role=listitem][data-starred]::before';
const name = '& h2';
const about = part('about');
const price = part('price');
const priceLabel = `${price} > span`;
const facts = part('facts');
const beforeMeasured = `${facts} dt[data-is=measured]::before`;
const favourite = part('favourite');
const order = part('order');
const header = part('header');
const badges = part('badges');
/** A service that says what it promises. */
const promising = '& [role=listitem][data-promises]';

/** Read by screen readers; the header has it for others. */
const outOfSight = { position: 'absolute', clipPath: 'inset(50%)', w: '1px', h: '1px', overflow: 'hidden' } as const;

/** Rows as cards and as lines. What a service promises stands below its name, in the area `badges`. */
const everywhere: Rules = {
  '&[data-measured]': { '--measured': '5rem' },
  [item]: { position: 'relative', display: 'grid', columnGap: '3', bg: 'bg' },
  [image]: { gridArea: 'image', objectFit: 'cover', borderRadius: 'l2' },
  [starOnImage]: {
    content: '""',
    position: 'relative',
    insetStart: '1',
    top: '1',
    borderRadius: '0',
    bg: `bottom right / 1.25rem no-repeat ${starOnWhite}`,
    _dark: { bgImage: starOnBlack },
  },
  [name]: { gridArea: 'name', alignSelf: 'center', fontWeight: 'semibold', overflowWrap: 'anywhere' },
  [badges]: { gridArea: 'badges', display: 'flex', flexWrap: 'wrap', gap: '1' },
  [`${badges} > span`]: {
    px: '1.5',
    textStyle: 'xs',
    lineHeight: '1.25rem',
    bg: 'bg.muted',
    borderRadius: 'l1',
    whiteSpace: 'nowrap',
  },
  [about]: { gridArea: 'about' },
  [price]: { gridArea: 'price', fontWeight: 'semibold' },
  [`& dt, ${priceLabel}`]: { textStyle: 'xs', fontWeight: 'normal', color: 'fg.muted', whiteSpace: 'nowrap' },
  [`& dd, ${price}`]: { fontVariantNumeric: 'tabular-nums' },
  [facts]: { gridArea: 'facts' },
  [favourite]: {
    gridArea: 'favourite',
    display: 'grid',
    placeItems: 'center',
    boxSize: '11',
    borderRadius: 'l2',
    color: 'fg.muted',
    cursor: 'button',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.muted' },
    '&[aria-pressed=true]': { color: 'fg.error' },
    '&::before': { content: '""', boxSize: '5', bg: 'currentColor', maskImage: emptyHeart },
    '&[aria-pressed=true]::before': { maskImage: fullHeart },
  },
  [order]: { gridArea: 'order' },
  [header]: { display: 'none' },
};

/** Rows of two lines or more: min, max and times are one text, which breaks between them only. */
const manyLines: Rules = {
  [item]: { borderBottomWidth: '1px' },
  [image]: { boxSize: '9' },
  [name]: { fontSize: 'md', lineHeight: '1.25rem' },
  [badges]: { ...everywhere[badges], mt: '1.5' },
  [about]: { display: 'none' },
  [price]: { display: 'flex', fontSize: 'lg', lineHeight: '1.5rem' },
  [facts]: { textStyle: 'xs', color: 'fg.muted' },
  [`${facts} :is(dt, dd)`]: { display: 'inline', whiteSpace: 'nowrap', '&::after': { whiteSpace: 'normal' } },
  [`${facts} dt:not([data-is=measured])`]: outOfSight,
  [`${facts} dt[data-is=measured]::after`]: { content: '"\\00a0"' },
  [`${part('min')}::after`]: { content: '" – "' },
  [`${part('max')}::after`]: { content: '" · "' },
};

/** On a phone: the name, then price and figures next to the button. */
const phone: Rules = {
  ...manyLines,
  [item]: {
    ...manyLines[item],
    gridTemplateColumns: '2.25rem minmax(0, 1fr) auto 2.75rem',
    gridTemplateAreas:
      '"image name name favourite" "badges badges badges badges" "price price order order" "facts facts order order"',
    gridTemplateRows: 'auto auto auto 1fr',
    py: '3',
  },
  [price]: {
    ...manyLines[price],
    flexDirection: 'row-reverse',
    justifyContent: 'flex-end',
    alignItems: 'baseline',
    gap: '1.5',
    mt: '2',
  },
  [beforeMeasured]: { content: '"\\A"', whiteSpace: 'pre' },
  // Within the page's margin, where the chat is a tab.
  [favourite]: { mt: '-2.5', justifySelf: 'end' },
  [order]: { alignSelf: 'end', mt: '2', h: '11', fontSize: 'sm' },
};

/** On a tablet: the figures below the name, and price and buttons at the end. */
const tablet: Rules = {
  ...manyLines,
  [item]: {
    ...manyLines[item],
    gridTemplateColumns: '2.25rem minmax(0, 1fr) auto auto auto',
    gridTemplateAreas:
      '"image name price favourite order" "image badges price favourite order" "image facts price favourite order"',
    gridTemplateRows: 'auto auto auto',
    alignItems: 'center',
    py: '2.5',
  },
  [promising]: { py: '1.5' },
  [badges]: { ...everywhere[badges], mt: '0.5' },
  [price]: { ...manyLines[price], flexDirection: 'column-reverse', alignItems: 'flex-end', ps: '2' },
  [priceLabel]: { lineHeight: '1rem' },
  [facts]: { ...manyLines[facts], mt: '0.5' },
  [beforeMeasured]: { content: '" · "' },
  [order]: { h: '9' },
};

/** Columns for numbers, so that they align from row to row. */
const figures = '5.5rem 4rem 7rem 5rem var(--measured)';
const buttons = '2.25rem 7.5rem';
const lineAreas = (...before: string[]) =>
  before.map((each) => `"${each} price min max time measured favourite order"`).join(' ');
const columns = {
  gridTemplateColumns: `2rem minmax(0, 1fr) ${figures} ${buttons}`,
  gridTemplateAreas: lineAreas('image name'),
};
const describedColumns = {
  gridTemplateColumns: `2rem minmax(0, 7fr) minmax(0, 5fr) ${figures} ${buttons}`,
  gridTemplateAreas: lineAreas('image name about'),
};

/** On a wide screen: one line below a header. */
const oneLine: Rules = {
  [item]: {
    ...columns,
    alignItems: 'center',
    minH: '2.6875rem',
    py: '1',
    px: '2',
    borderBottomWidth: '1px',
    _hover: { bg: 'bg.subtle' },
  },
  [promising]: { gridTemplateAreas: lineAreas('image name', 'image badges') },
  [badges]: { ...everywhere[badges], my: '1' },
  [image]: { boxSize: '7' },
  [starOnImage]: { bgSize: '0.875rem', insetStart: '0.5', top: '0.5' },
  [name]: { display: 'grid', gridTemplateColumns: '3.25rem minmax(0, 1fr)', fontSize: 'sm' },
  [about]: { display: 'none' },
  [facts]: { display: 'contents' },
  [`${item} dt, ${priceLabel}`]: outOfSight,
  // The header has the unit of the other prices.
  [`${price}[data-of=package]`]: { display: 'flex', flexDirection: 'column-reverse', lineHeight: '1.125rem' },
  [`${price}[data-of=package] > span`]: {
    position: 'static',
    clipPath: 'none',
    w: 'auto',
    h: 'auto',
    lineHeight: '1rem',
  },
  [`${price}, ${facts} dd`]: { textStyle: 'sm', textAlign: 'end', whiteSpace: 'nowrap' },
  ...Object.fromEntries(['min', 'max', 'time', 'measured'].map((figure) => [part(figure), { gridArea: figure }])),
  [favourite]: { h: '8', w: '9' },
  // Quiet, until its row is pointed at.
  [order]: { h: '8', px: '3', borderColor: 'border' },
  [`${item}:is(:hover, :has(:focus-visible)) [data-part=order]`]: {
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderColor: 'brand.edge',
  },
  [header]: {
    ...columns,
    display: 'grid',
    columnGap: '3',
    alignItems: 'center',
    position: 'sticky',
    top: 'calc(var(--under-bar) + 3rem)',
    zIndex: 'docked',
    h: '8',
    px: '2',
    bg: 'bg.subtle',
    borderBottomWidth: '1px',
    textStyle: 'xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
  [`${header} > span`]: { justifySelf: 'end', textStyle: 'xs', fontWeight: 'normal' },
  [`${header} > span:first-of-type`]: { justifySelf: 'start', gridArea: '1 / 1 / 2 / 3' },
  [`${header} > span[data-part=about]`]: { justifySelf: 'start' },
};

/** With what it promises, or else its description, between name and price. */
const describedLine: Rules = {
  [item]: describedColumns,
  [promising]: { gridTemplateAreas: lineAreas('image name badges') },
  // One line: what does not fit is in the order dialog.
  [badges]: { ...everywhere[badges], h: '1.25rem', my: '0', overflow: 'hidden' },
  [header]: describedColumns,
  [about]: { display: 'block', truncate: true, color: 'fg.muted' },
  [`${item} > [data-part=about]`]: { textStyle: 'sm' },
  [`${promising} > [data-part=about]`]: { display: 'none' },
};

const cards: Rules = {
  [part('rows')]: {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${MIN_CARD_PX}px), 1fr))`,
    gap: `${GAP_PX}px`,
    mt: '4',
  },
  [item]: {
    gridTemplateColumns: '3.5rem minmax(0, 1fr) auto',
    gridTemplateAreas:
      '"image name name" "badges badges badges" "about about about" "facts facts facts" "price price order"',
    gridTemplateRows: 'auto auto 1fr auto auto',
    p: '4',
    borderWidth: '1px',
    borderRadius: 'l2',
    _hover: { borderColor: 'border.field' },
  },
  [image]: { boxSize: '14' },
  [name]: { pe: '7', lineHeight: 'short' },
  [badges]: { ...everywhere[badges], mt: '3' },
  [about]: { mt: '3', mb: '4', textStyle: 'sm', color: 'fg.muted', lineClamp: '2', alignSelf: 'start' },
  [facts]: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridTemplateRows: 'auto auto',
    // Equal ones, which align from card to card.
    gridAutoColumns: '1fr',
    columnGap: '2',
  },
  [`${facts} dd`]: { textStyle: 'sm', whiteSpace: 'nowrap' },
  [price]: { pt: '3', alignSelf: 'end', textStyle: 'xl', lineHeight: '1.2' },
  [priceLabel]: { display: 'block', lineHeight: '1rem' },
  [favourite]: { position: 'absolute', top: '1', insetEnd: '1' },
  [order]: { alignSelf: 'end' },
};

/** All styles of the list: one on each element would be computed for each of them. */
export const serviceLooks: SystemStyleObject = {
  containerType: 'inline-size',
  '--measured': '0',
  ...everywhere,
  [asList]: { [onPhone]: phone, [onTablet]: tablet, [onOneLine]: oneLine, [described]: describedLine },
  [asCards]: cards,
};

import { brandShades } from '#shared/brand-colors.ts';
import type { RawImage } from '../../base/images/open-image.ts';

type Point = readonly [x: number, y: number];

/** The panel's mark, as in `client/public/favicon.svg`: a honeycomb cell with rising bars. Each part is convex. */
const MARK_EDGE = 32;
const cell: readonly Point[] = [
  [16, 1.5],
  [28.6, 8.75],
  [28.6, 23.25],
  [16, 30.5],
  [3.4, 23.25],
  [3.4, 8.75],
];
const bars: readonly (readonly Point[])[] = [
  [
    [9, 17],
    [12.6, 17],
    [12.6, 23.2],
    [9, 21.1],
  ],
  [
    [14.2, 12.5],
    [17.8, 12.5],
    [17.8, 25.2],
    [16, 26.2],
    [14.2, 25.2],
  ],
  [
    [19.4, 8],
    [23, 8],
    [23, 21.1],
    [19.4, 23.2],
  ],
];
const square: readonly Point[] = [
  [0, 0],
  [MARK_EDGE, 0],
  [MARK_EDGE, MARK_EDGE],
  [0, MARK_EDGE],
];

/** At least twice the largest icon: the smaller sizes get their smooth edges from it. */
const EDGE = 1024;
const SCALE = EDGE / MARK_EDGE;

/**
 * Draws the panel's mark in a shop's colour.
 * @param ground of the bars: the cell, or a square for icons that a device cuts to its own shape
 */
export function drawMark(color: string, ground: 'cell' | 'square'): RawImage {
  const { solid, contrast } = brandShades(color).light;
  const image: RawImage = { pixels: Buffer.alloc(EDGE * EDGE * 4), width: EDGE, height: EDGE };
  fill(image, ground === 'cell' ? cell : square, solid);
  for (const bar of bars) fill(image, bar, contrast);
  return image;
}

/** Fills a convex shape, line by line. */
function fill({ pixels }: RawImage, shape: readonly Point[], color: string): void {
  const paint = Buffer.from(`${color.slice(1)}ff`, 'hex');
  for (let line = 0; line < EDGE; line++) {
    const [from, to] = spanAt((line + 0.5) / SCALE, shape);
    const [first, end] = [Math.round(from * SCALE), Math.round(to * SCALE)];
    if (first < end) pixels.fill(paint, (line * EDGE + first) * 4, (line * EDGE + end) * 4);
  }
}

/** Where a horizontal line enters and leaves a shape; the end is before the start if it does not cross it. */
function spanAt(y: number, shape: readonly Point[]): [from: number, to: number] {
  const crossings = shape.flatMap(([x, top], at) => {
    const [nextX, bottom] = shape[(at + 1) % shape.length] ?? [x, top];
    return top < y === bottom < y ? [] : [x + ((y - top) / (bottom - top)) * (nextX - x)];
  });
  return [Math.min(...crossings), Math.max(...crossings)];
}

/** Drawings for styles: as elements, they would be a quarter of the list. */
function svg(size: number, shape: string): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${shape}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(drawing)}")`;
}

/** With an edge in the colour of the page. */
function star(edge: string): string {
  return svg(
    20,
    `<path fill="#f7c800" stroke="${edge}" stroke-width="1.5" stroke-linejoin="round" d="m10 1.5 2.5 5.5 6 .7-4.5 4.1 1.2 5.9L10 14.8l-5.2 2.9L6 11.8 1.5 7.7l6-.7z"/>`,
  );
}
export const starOnWhite = star('#fff');
export const starOnBlack = star('#000');

/** Lucide's, for a mask. */
function heart(fill: string): string {
  return svg(
    24,
    `<path fill="${fill}" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5"/>`,
  );
}
export const emptyHeart = heart('none');
export const fullHeart = heart('#000');

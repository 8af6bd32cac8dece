import type { Sharp } from 'sharp';
import { MAX_IMAGE_EDGE } from '#shared/images.ts';

/** Opens a file, several times if need be. */
export type Opener = (file: Buffer) => Sharp;

let opened: Promise<Opener> | undefined;

/** The library is large, and most processes never handle an image: it is loaded with the first one. */
export function imageOpener(): Promise<Opener> {
  opened ??= load();
  return opened;
}

async function load(): Promise<Opener> {
  const { default: sharp } = await import('sharp');
  // Only these loaders may run, whatever the content; the library also reads SVG, PDF and more.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] });
  sharp.cache(false);
  sharp.concurrency(1);
  return (file) => sharp(file, { limitInputPixels: MAX_IMAGE_EDGE ** 2, failOn: 'error', sequentialRead: true });
}

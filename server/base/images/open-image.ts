import type { Sharp } from 'sharp';
import { MAX_IMAGE_EDGE } from '#shared/images.ts';

/** The pixels of a drawing, four bytes each: red, green, blue and alpha. */
export interface RawImage {
  pixels: Buffer;
  width: number;
  height: number;
}

/** Opens a file or a drawing, several times if need be. */
export type Opener = (image: Buffer | RawImage) => Sharp;

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
  const options = { limitInputPixels: MAX_IMAGE_EDGE ** 2, failOn: 'error', sequentialRead: true } as const;
  return (image) => {
    if (Buffer.isBuffer(image)) return sharp(image, options);
    const { pixels, width, height } = image;
    return sharp(pixels, { ...options, raw: { width, height, channels: 4 } });
  };
}

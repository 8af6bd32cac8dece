import type { Sharp } from 'sharp';
import type { ImageType } from '#shared/images.ts';
import type { EncodedImage } from './encode-image.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { imageOpener, type RawImage } from './open-image.ts';

/** A size to make from an image. */
export interface ImageSize {
  width: number;
  height: number;
  type: ImageType;
  /** `inside`: at most this large. `square`: exactly, centred. `filled`: the same on a ground without transparency. */
  fit: 'inside' | 'square' | 'filled';
  /** The part of its edge that the image takes; the rest is ground around it. */
  scale?: number;
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };

/** Makes sizes of a stored image or a drawing, in the order of `sizes`. A process works on one image at a time. */
export async function makeSizes(image: Buffer | RawImage, sizes: readonly ImageSize[]): Promise<EncodedImage[]> {
  const open = await imageOpener();
  return oneAtATime(async () => {
    const ground = await groundOf(open(image));
    const made: EncodedImage[] = [];
    for (const size of sizes) made.push(await make(open(image), size, ground));
    return made;
  });
}

async function make(
  picture: Sharp,
  { width, height, type, fit, scale = 1 }: ImageSize,
  ground: typeof WHITE,
): Promise<EncodedImage> {
  const sized =
    fit === 'inside'
      ? picture.resize({ width, height, fit, withoutEnlargement: true })
      : onGround(picture, { width, height, scale }, fit === 'filled' ? ground : CLEAR);
  const { data: bytes, info } = await sized
    .toFormat(type === 'jpg' ? 'jpeg' : type, type === 'webp' ? { quality: 90, alphaQuality: 100 } : {})
    .toBuffer({ resolveWithObject: true });
  return { type, width: info.width, height: info.height, bytes };
}

function onGround(
  picture: Sharp,
  { width, height, scale }: { width: number; height: number; scale: number },
  ground: typeof WHITE,
): Sharp {
  const inner = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const [top, left] = [Math.floor((height - inner.height) / 2), Math.floor((width - inner.width) / 2)];
  const sized = picture.resize({ ...inner, fit: 'contain', background: ground }).extend({
    top,
    left,
    bottom: height - inner.height - top,
    right: width - inner.width - left,
    background: ground,
  });
  return ground.alpha === 1 ? sized.flatten({ background: ground }) : sized;
}

/** The colour of the image's corner, which continues a filled icon to its edge; white for a transparent one. */
async function groundOf(picture: Sharp): Promise<typeof WHITE> {
  const pixel = await picture
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer();
  const [r = 255, g = 255, b = 255, alpha = 0] = pixel;
  return alpha < 255 ? WHITE : { r, g, b, alpha: 1 };
}

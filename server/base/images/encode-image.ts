import type { Sharp } from 'sharp';
import { type ImageType, MAX_IMAGE_BYTES, MAX_IMAGE_EDGE } from '#shared/images.ts';
import { fieldError } from '../errors.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { imageOpener, type Opener } from './open-image.ts';

/** Twice the largest display size. */
const LONGEST_EDGE = 1024;
const LIMIT_SECONDS = 10;

export interface EncodedImage {
  type: ImageType;
  width: number;
  height: number;
  bytes: Buffer;
}

/**
 * Re-encodes an image: upright, no larger than needed, without metadata. Its type is read from its content. A process encodes one image
 * at a time.
 * @param file at most 512 kB
 * @throws DomainError `bad_input` for `field` for another type, a broken image or too many pixels; `busy`
 */
export async function encodeImage(file: Buffer, field: string): Promise<EncodedImage> {
  const refused = (message: string) => fieldError('bad_input', field, message);
  if (file.length > MAX_IMAGE_BYTES) throw refused('The picture must be at most 512 kB');
  const type = typeIn(file);
  if (!type) throw refused('The picture must be a PNG, JPEG or WebP file');
  const open = await imageOpener();
  return oneAtATime(() => encodeFrom(open, file, type, refused));
}

/** @param open opens the file again; its size is checked before any pixel is decoded */
async function encodeFrom(
  open: Opener,
  file: Buffer,
  type: ImageType,
  refused: (message: string) => Error,
): Promise<EncodedImage> {
  const { width, height } = await sizeOf(open(file)).catch(() => {
    throw refused("The picture can't be read: it may be broken");
  });
  if (Math.max(width, height) > MAX_IMAGE_EDGE) {
    throw refused(`The picture must be at most ${MAX_IMAGE_EDGE} pixels wide and high`);
  }
  // A PNG with few colours may grow in full colour.
  for (const as of [type, 'webp'] as const) {
    const encoded = await encode(open(file), as).catch(() => {
      throw refused("The picture can't be read: it may be broken");
    });
    if (encoded.bytes.length <= MAX_IMAGE_BYTES) return encoded;
  }
  throw refused('The picture has too much detail to be kept in 512 kB');
}

/** By the magic bytes. */
function typeIn(file: Buffer): ImageType | undefined {
  const begins = (hex: string, at = 0) => file.subarray(at, at + hex.length / 2).toString('hex') === hex;
  if (begins('89504e470d0a1a0a')) return 'png';
  if (begins('ffd8ff')) return 'jpg';
  if (begins('52494646') && begins('57454250', 8)) return 'webp';
  return undefined;
}

async function sizeOf(picture: Sharp): Promise<{ width: number; height: number }> {
  const { width, height } = await picture.metadata();
  return { width, height };
}

async function encode(picture: Sharp, type: ImageType): Promise<EncodedImage> {
  const shown = picture
    .timeout({ seconds: LIMIT_SECONDS })
    .autoOrient()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true });
  const { data: bytes, info } = await inType(shown, type).toBuffer({ resolveWithObject: true });
  return { type, width: info.width, height: info.height, bytes };
}

function inType(picture: Sharp, type: ImageType): Sharp {
  if (type === 'png') return picture.png({ compressionLevel: 9 });
  if (type === 'jpg') return picture.jpeg({ quality: 85, mozjpeg: true });
  return picture.webp({ quality: 85 });
}

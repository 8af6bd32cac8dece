import { z } from 'zod';
import { text } from './text.ts';

/** Image types by file extension. */
export const imageTypes = ['png', 'jpg', 'webp'] as const;
export type ImageType = (typeof imageTypes)[number];

/** Bytes of the largest image, uploaded or stored. */
export const MAX_IMAGE_BYTES = 512 * 1024;
/** The longest edge of an uploaded image, in pixels. */
export const MAX_IMAGE_EDGE = 4096;

const IMAGE_PATH = /^\/images\/([0-9a-f]{64})\.(png|jpg|webp)$/;

/** The path of an uploaded image. */
export function imagePath(digest: string, type: ImageType): string {
  return `/images/${digest}.${type}`;
}

/** The parts of an uploaded image's path; null for any other path. */
export function readImagePath(path: string): { digest: string; type: ImageType } | null {
  const [, digest, type] = IMAGE_PATH.exec(path) ?? [];
  return digest === undefined ? null : { digest, type: type as ImageType };
}

export const uploadImageInput = z.strictObject({
  /** The file's bytes in base64. */
  data: text({
    missing: 'Choose a picture',
    max: [4 * Math.ceil(MAX_IMAGE_BYTES / 3), 'The picture must be at most 512 kB'],
    form: [/^[A-Za-z0-9+/]+={0,2}$/, 'The picture must be in base64'],
  }),
});
export type UploadImageInput = z.output<typeof uploadImageInput>;

export const uploadedImage = z.object({ path: z.string(), width: z.int(), height: z.int() });
export type UploadedImage = z.output<typeof uploadedImage>;

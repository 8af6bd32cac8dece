import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { images } from '#db/schema/images.ts';
import { imagePath, type UploadedImage } from '#shared/images.ts';
import type { EncodedImage } from './encode-image.ts';

interface StoredImage extends UploadedImage {
  id: number;
  /** Whether it was not stored before. */
  isNew: boolean;
}

/** Stores an image under its content's digest, or finds it there. */
export async function storeImage(
  tx: Tx,
  uploadedBy: number,
  { type, width, height, bytes }: EncodedImage,
): Promise<StoredImage> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const [kept] = await tx
    .insert(images)
    .values({ digest, type, width, height, bytes, uploadedBy })
    // It counts as new, so that it is not deleted as unused.
    .onConflictDoUpdate({ target: images.digest, set: { uploadedAt: sql`now()` } })
    .returning({ id: images.id, isNew: sql<boolean>`xmax = 0` });
  if (!kept) throw new Error('An upsert without a condition returned no row');
  return { ...kept, path: imagePath(digest, type), width, height };
}

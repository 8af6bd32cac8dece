import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { images } from '#db/schema/images.ts';
import type { ImageType } from '#shared/images.ts';

/** @returns the bytes of an uploaded image; undefined if there is none */
export async function readImage(
  db: Db,
  { digest, type }: { digest: string; type: ImageType },
): Promise<Buffer | undefined> {
  const [image] = await db
    .select({ bytes: images.bytes })
    .from(images)
    .where(and(eq(images.digest, digest), eq(images.type, type)));
  return image?.bytes;
}

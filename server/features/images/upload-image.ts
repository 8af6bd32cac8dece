import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { images } from '#db/schema/images.ts';
import { imagePath, type UploadedImage, type UploadImageInput } from '#shared/images.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../deps.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { encodeImage } from '../../images/encode-image.ts';
import { countAttempt } from '../../limits/rate-limit.ts';

const PER_ADMIN = { limit: 200, windowSeconds: 600 };

/**
 * Re-encodes and stores an image. An image that is already stored is returned. Admins only.
 * @returns its path and its size in pixels
 * @throws DomainError `bad_input` for `data`, `too_many_requests`
 */
export async function uploadImage(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { data }: UploadImageInput,
): Promise<UploadedImage> {
  assertAdmin(actor);
  await countAttempt(db, `upload:${actor.id}`, PER_ADMIN);
  const { type, width, height, bytes } = await encodeImage(Buffer.from(data, 'base64'), 'data');
  const digest = createHash('sha256').update(bytes).digest('hex');
  const path = imagePath(digest, type);
  await db.transaction(async (tx) => {
    const [kept] = await tx
      .insert(images)
      .values({ digest, type, width, height, bytes, uploadedBy: actor.id })
      // It counts as new, so that it is not deleted as unused.
      .onConflictDoUpdate({ target: images.digest, set: { uploadedAt: sql`now()` } })
      .returning({ id: images.id, isNew: sql<boolean>`xmax = 0` });
    if (!kept) throw new Error('An upsert without a condition returned no row');
    if (!kept.isNew) return;
    const after = { type, width, height, bytes: bytes.length };
    await recordAction(tx, actor, {
      action: 'image.upload',
      subject: 'image',
      subjectId: kept.id,
      subjectName: path,
      before: null,
      after,
    });
  });
  return { path, width, height };
}

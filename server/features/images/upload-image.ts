import type { UploadedImage, UploadImageInput } from '#shared/images.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import type { Deps } from '../../base/deps.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { encodeImage } from '../../base/images/encode-image.ts';
import { storeImage } from '../../base/images/store-image.ts';
import { countAttempt } from '../../base/limits/rate-limit.ts';

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
  const encoded = await encodeImage(Buffer.from(data, 'base64'), 'data');
  return db.transaction(async (tx) => {
    const { id, isNew, path, width, height } = await storeImage(tx, actor.id, encoded);
    if (isNew) {
      await recordAction(tx, actor, {
        action: 'image.upload',
        subject: 'image',
        subjectId: id,
        subjectName: path,
        before: null,
        after: { type: encoded.type, width, height, bytes: encoded.bytes.length },
      });
    }
    return { path, width, height };
  });
}

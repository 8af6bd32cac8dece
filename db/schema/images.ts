import { sql } from 'drizzle-orm';
import { check, customType, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { imageTypes } from '#shared/images.ts';
import { at, int64, isOneOf } from './columns.ts';
import { users } from './users.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Images that admins uploaded, as they are served; they never change. */
export const images = pgTable(
  'images',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The content's SHA-256 in hex, so that an image is stored only once. */
    digest: text('digest').notNull().unique('images_digest_key'),
    type: text('type', { enum: imageTypes }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: bytea('bytes').notNull(),
    uploadedBy: int64('uploaded_by')
      .notNull()
      .references(() => users.id),
    /** The latest upload: the same image may be uploaded again. */
    uploadedAt: at('uploaded_at').notNull().defaultNow(),
  },
  (t) => [
    index('images_uploaded_idx').on(t.uploadedAt),
    check('images_digest_check', sql`${t.digest} ~ '^[0-9a-f]{64}$'`),
    check('images_type_check', isOneOf(t.type, imageTypes)),
    check('images_size_check', sql`octet_length(${t.bytes}) between 1 and 524288`),
  ],
);

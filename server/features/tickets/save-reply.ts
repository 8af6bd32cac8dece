import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { savedReplies } from '#db/schema/saved-replies.ts';
import { MAX_SAVED_REPLIES, type SavedReply, type SaveReplyInput } from '#shared/saved-replies.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';
import { DomainError, fieldError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/**
 * Creates a saved reply, or replaces the one with the id. Admins only.
 * @throws DomainError `not_found`, `bad_input` for `title` if another one has it or there are too many
 */
export async function saveReply(db: Db, actor: Actor, input: SaveReplyInput): Promise<SavedReply> {
  assertAdmin(actor);
  try {
    return await db.transaction(async (tx) => {
      const before = input.id === undefined ? await makeRoom(tx) : await lock(tx, input.id);
      const saved = await write(tx, input);
      await recordAction(tx, actor, {
        action: before ? 'savedReply.update' : 'savedReply.create',
        subject: 'savedReply',
        subjectId: saved.id,
        subjectName: saved.title,
        before,
        after: saved,
      });
      return saved;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_replies_title_key')) throw error;
    throw fieldError('bad_input', 'title', 'A saved reply with this title already exists');
  }
}

/** Concurrent calls count one after the other. */
async function makeRoom(tx: Tx): Promise<null> {
  await tx.execute(sql`lock table ${savedReplies} in share row exclusive mode`);
  if ((await tx.$count(savedReplies)) < MAX_SAVED_REPLIES) return null;
  throw fieldError('bad_input', 'title', `There are ${MAX_SAVED_REPLIES} saved replies; delete one first`);
}

async function lock(tx: Tx, id: number): Promise<SavedReply> {
  const [row] = await tx
    .select(savedReplyColumns)
    .from(savedReplies)
    .where(eq(savedReplies.id, id))
    .for('no key update');
  if (!row) throw new DomainError('not_found');
  return row;
}

async function write(tx: Tx, { id, textBn, ...texts }: SaveReplyInput): Promise<SavedReply> {
  // Drizzle skips undefined fields.
  const fields = { ...texts, textBn: textBn === undefined ? undefined : textBn || null };
  const [saved] =
    id === undefined
      ? await tx.insert(savedReplies).values(fields).returning(savedReplyColumns)
      : await tx
          .update(savedReplies)
          .set({ ...fields, updatedAt: sql`now()` })
          .where(eq(savedReplies.id, id))
          .returning(savedReplyColumns);
  if (!saved) throw new Error('Saving a reply returned no row');
  return saved;
}

export const savedReplyColumns = {
  id: savedReplies.id,
  title: savedReplies.title,
  text: savedReplies.text,
  textBn: savedReplies.textBn,
};

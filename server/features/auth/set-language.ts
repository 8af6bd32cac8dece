import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, SetLanguageInput } from '#shared/users.ts';

/** Stores the caller's language with the account, for all browsers. */
export async function setLanguage(db: Db, actor: Actor, { language }: SetLanguageInput): Promise<void> {
  await db.update(users).set({ language }).where(eq(users.id, actor.id));
}

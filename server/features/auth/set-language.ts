import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import type { Actor, SetLanguageInput } from '#shared/users.ts';

/** Keeps with the caller's account what they read the panel in, for every browser in which they sign in. */
export async function setLanguage(db: Db, actor: Actor, { language }: SetLanguageInput): Promise<void> {
  await db.update(users).set({ language }).where(eq(users.id, actor.id));
}

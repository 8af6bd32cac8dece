import type { Db } from '../db/client.ts';
import { seedCatalogue, seedEssentials } from '../db/seed.ts';
import { isPlaceholderRecipient } from '../shared/settings.ts';
import type { Config } from './env.ts';
import type { Passwords } from './features/auth/passwords.ts';
import { listMethods } from './features/balance/list-methods.ts';
import { createFirstAdmin } from './features/users/create-admin.ts';

interface FirstStartOptions {
  passwords: Passwords;
  admin: Config['admin'];
  /** Whether an empty catalogue is filled. */
  catalogue: boolean;
}

/**
 * Gives a new database what the panel can't be used without: settings, payment methods, an admin, and services to sell.
 * What is there already stays as it is, so every start may call it.
 * @returns the admin's password when this call made the admin and no password was given, and which ways to pay lead
 *   nowhere yet
 */
export async function fillFirstStart(db: Db, { passwords, admin, catalogue }: FirstStartOptions) {
  await seedEssentials(db);
  if (catalogue) await seedCatalogue(db);
  const { password } = await createFirstAdmin(db, passwords, admin);
  const { methods } = await listMethods(db);
  const unpayable = methods.filter(({ recipient }) => isPlaceholderRecipient(recipient)).map(({ name }) => name);
  return { ...(password ? { password } : {}), unpayable };
}

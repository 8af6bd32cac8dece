import type { Db } from '../../db/client.ts';
import { seedCatalogue, seedEssentials } from '../../db/seed/new-shop.ts';
import { isPlaceholderRecipient } from '../../shared/settings.ts';
import type { Config } from '../env.ts';
import { assertNewPassword } from '../features/auth/new-password.ts';
import { listMethods } from '../features/balance/list-methods.ts';
import { createFirstAdmin } from '../features/users/create-admin.ts';
import type { Passwords } from '../identity/passwords.ts';

interface FirstStartOptions {
  passwords: Passwords;
  config: Pick<Config, 'admin' | 'passwordMinLength'>;
  /** Whether an empty catalogue is filled. */
  catalogue: boolean;
}

/** What the greeting tells of it. */
export interface FirstStart {
  admin: string;
  /** The admin's password where this start made it up. */
  password?: string;
  /** Whether the password that was given for a new admin is easily guessed. */
  isGuessable: boolean;
  /** Names of ways to pay that lead nowhere yet. */
  unpayable: string[];
}

/**
 * Gives a new database what the panel can't be used without: settings, payment methods, an admin, and services to sell.
 * What is there already stays as it is, so every start may call it.
 */
export async function fillFirstStart(db: Db, { passwords, config, catalogue }: FirstStartOptions): Promise<FirstStart> {
  await seedEssentials(db);
  if (catalogue) await seedCatalogue(db);
  const { userName, created, password } = await createFirstAdmin(db, passwords, config.admin);
  const { methods } = await listMethods(db);
  const unpayable = methods.filter(({ recipient }) => isPlaceholderRecipient(recipient)).map(({ name }) => name);
  const isGuessable = created && isRefused(config, userName);
  return { admin: userName, ...(password ? { password } : {}), isGuessable, unpayable };
}

/** Whether a customer could not choose the password that the shop's owner gave. */
function isRefused(config: FirstStartOptions['config'], userName: string): boolean {
  if (config.admin.password === undefined) return false;
  try {
    assertNewPassword(config, 'password', config.admin.password, [userName]);
    return false;
  } catch {
    return true;
  }
}

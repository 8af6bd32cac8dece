import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { seedCatalogue, seedEssentials } from '#db/seed/new-shop.ts';
import { isPlaceholderRecipient } from '#shared/payment-methods.ts';
import type { Config } from '../base/env.ts';
import type { Passwords } from '../base/identity/passwords.ts';
import { assertNewPassword } from '../features/auth/new-password.ts';
import { listMethods } from '../features/recharges/list-methods.ts';
import { createFirstAdmin } from '../features/users/create-admin.ts';
import type { FirstStart } from './messages.ts';

interface FirstStartOptions {
  passwords: Passwords;
  config: Pick<Config, 'admin' | 'passwordMinLength' | 'production' | 'dataDir'>;
  /** Whether to fill an empty catalogue. */
  catalogue: boolean;
}

/**
 * Fills a new database with what the panel requires: settings, payment methods, an admin, and services. Existing rows stay, so every
 * start may call it.
 * @throws Error if production can't store the generated password; no admin is created then
 */
export async function fillFirstStart(db: Db, { passwords, config, catalogue }: FirstStartOptions): Promise<FirstStart> {
  await seedEssentials(db);
  if (catalogue) await seedCatalogue(db);
  const keep = config.production ? (password: string) => savePassword(config, password) : undefined;
  const { userName, created, password } = await createFirstAdmin(db, passwords, config.admin, keep);
  const { methods } = await listMethods(db, { withSamples: true });
  const unpayable = methods.filter(({ recipient }) => isPlaceholderRecipient(recipient)).map(({ name }) => name);
  const isGuessable = created && (await isRefused(config, userName));
  return { admin: userName, ...(password ? whereItIs(config, password) : {}), isGuessable, unpayable };
}

/** Only the owner reads the terminal; others may read a stored log. */
function whereItIs(config: FirstStartOptions['config'], password: string) {
  return config.production ? { passwordFile: passwordFileIn(config) } : { password };
}

/** Whether the panel's rules would refuse the password from ADMIN_PASSWORD. */
async function isRefused(config: FirstStartOptions['config'], userName: string): Promise<boolean> {
  if (config.admin.password === undefined) return false;
  try {
    await assertNewPassword(config, 'password', config.admin.password, { role: 'admin', userName });
    return false;
  } catch {
    return true;
  }
}

/** Where production stores the first admin's password for the owner. */
function passwordFileIn({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'admin-password');
}

/**
 * Writes the password there, readable for this account only.
 * @throws Error with advice if the folder is not writable
 */
function savePassword(config: Pick<Config, 'dataDir'>, password: string): void {
  const file = passwordFileIn(config);
  try {
    mkdirSync(config.dataDir, { recursive: true });
    // A file from an earlier database may be readable for others.
    rmSync(file, { force: true });
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new Error(
      `The first admin's password can't be written to ${file}. Let the panel write there, choose another DATA_DIR, or set ADMIN_PASSWORD.`,
      { cause },
    );
  }
}

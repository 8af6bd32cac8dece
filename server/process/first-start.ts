import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { seedCatalogue, seedEssentials } from '#db/seed/new-shop.ts';
import { isPlaceholderRecipient } from '#shared/settings.ts';
import type { Config } from '../env.ts';
import { assertNewPassword } from '../features/auth/new-password.ts';
import { listMethods } from '../features/recharges/list-methods.ts';
import { createFirstAdmin } from '../features/users/create-admin.ts';
import type { Passwords } from '../identity/passwords.ts';

interface FirstStartOptions {
  passwords: Passwords;
  config: Pick<Config, 'admin' | 'passwordMinLength' | 'production' | 'dataDir'>;
  /** Whether an empty catalogue is filled. */
  catalogue: boolean;
}

/** For the start report. */
export interface FirstStart {
  admin: string;
  /** The admin's password where this start made it up, and may show it. */
  password?: string;
  /** In production: where that password was written instead. */
  passwordFile?: string;
  /** Whether ADMIN_PASSWORD made a new admin and is one that an admin could not choose. */
  isGuessable: boolean;
  /** Names of ways to pay that lead nowhere yet. */
  unpayable: string[];
}

/**
 * Gives a new database what the panel can't be used without: settings, payment methods, an admin, and services to sell.
 * What is there already stays as it is, so every start may call it.
 * @throws Error where production can't write down the password that it made up; there is no admin then
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

/** A terminal is read by the person who started the panel; a log is stored and read by others. */
function whereItIs(config: FirstStartOptions['config'], password: string) {
  return config.production ? { passwordFile: passwordFileIn(config) } : { password };
}

/** Whether an admin could not choose the password that the shop's owner gave. */
async function isRefused(config: FirstStartOptions['config'], userName: string): Promise<boolean> {
  if (config.admin.password === undefined) return false;
  try {
    await assertNewPassword(config, 'password', config.admin.password, { role: 'admin', userName });
    return false;
  } catch {
    return true;
  }
}

/** Where production keeps the first admin's password for its owner to read. */
function passwordFileIn({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'admin-password');
}

/**
 * Writes the password there, for this account alone to read.
 * @throws Error whose message tells what to do, where the folder can't be written to
 */
function savePassword(config: Pick<Config, 'dataDir'>, password: string): void {
  const file = passwordFileIn(config);
  try {
    mkdirSync(config.dataDir, { recursive: true });
    // One that is left of another database may be readable for others.
    rmSync(file, { force: true });
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new Error(
      `The first admin's password can't be written to ${file}. Let the panel write there, choose another DATA_DIR, or set ADMIN_PASSWORD.`,
      { cause },
    );
  }
}

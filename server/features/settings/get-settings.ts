import type { Db } from '#db/client.ts';
import { readSettings } from '#db/settings.ts';
import { type PublicSettings, publicFields, type Settings } from '#shared/settings.ts';
import type { Actor } from '#shared/users.ts';
import type { Config } from '../../env.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/** @throws DomainError `forbidden` unless an admin asks. */
export async function getSettings(db: Db, actor: Actor): Promise<Settings> {
  assertAdmin(actor);
  return readSettings(db);
}

/** The settings and the configuration that screens need before a login. */
export async function getPublicSettings(
  db: Db,
  { passwordMinLength, production, publicUrl }: Pick<Config, 'passwordMinLength' | 'production' | 'publicUrl'>,
): Promise<PublicSettings> {
  return {
    ...publicFields.parse(await readSettings(db)),
    passwordMinLength,
    offersSamples: !production,
    ...(production && { publicUrl }),
  };
}

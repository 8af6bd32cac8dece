import type { Db } from '../../../db/client.ts';
import type { PublicSettings } from '../../../shared/settings.ts';
import type { Config } from '../../env.ts';
import { readSettings } from './read-settings.ts';

/** What screens need before anybody has logged in: of the settings, and of the configuration, which forms follow. */
export async function getPublicSettings(
  db: Db,
  { passwordMinLength, production, publicUrl }: Pick<Config, 'passwordMinLength' | 'production' | 'publicUrl'>,
): Promise<PublicSettings> {
  const { chatUrl, supportEmail, videoUrls, timeZone } = await readSettings(db);
  return {
    chatUrl,
    supportEmail,
    videoUrls,
    timeZone,
    passwordMinLength,
    offersSamples: !production,
    ...(production && { publicUrl }),
  };
}

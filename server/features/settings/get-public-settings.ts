import type { Db } from '../../../db/client.ts';
import type { PublicSettings } from '../../../shared/settings.ts';
import { readSettings } from './read-settings.ts';

/** @param passwordMinLength the configured minimum, which forms check before the server does */
export async function getPublicSettings(db: Db, passwordMinLength: number): Promise<PublicSettings> {
  const { chatUrl, videoUrls } = await readSettings(db);
  return { chatUrl, videoUrls, passwordMinLength };
}

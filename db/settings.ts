import { getTableColumns } from 'drizzle-orm';
import type { Settings } from '#shared/settings.ts';
import type { Db, Tx } from './client.ts';
import { settings } from './schema/settings.ts';

const {
  id: _,
  databaseId: _____,
  updatedAt: __,
  // Where alarms are sent is no setting of the shop.
  telegramChatId: ___,
  sealedTelegramToken: ____,
  faceImages,
  ...all
} = getTableColumns(settings);
const { aboutText, termsText, refundText, ...short } = all;

export const settingsColumns = all;
export const pageTextColumns = { aboutText, termsText, refundText };

/** The settings without the pages' texts, which are long and which few callers need. */
export type ShortSettings = Omit<Settings, keyof typeof pageTextColumns>;

/** The shop's settings as they are now, for verbs; what of them a caller may see is the verb's to decide. */
export async function readSettings(db: Db | Tx): Promise<ShortSettings> {
  const [row] = await db.select(short).from(settings);
  return row ?? missing();
}

/** What every page displays of the shop: the settings with the images made from them. */
export async function readShopFace(db: Db | Tx) {
  const [row] = await db.select({ ...short, faceImages }).from(settings);
  return row ?? missing();
}

/** As {@link readSettings}, with the pages' texts. */
export async function readAllSettings(db: Db | Tx): Promise<Settings> {
  const [row] = await db.select(all).from(settings);
  return row ?? missing();
}

export function missing(): never {
  throw new Error('The settings row that the migration made is missing');
}

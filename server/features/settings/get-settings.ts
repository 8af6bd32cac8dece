import type { Db } from '#db/client.ts';
import { settings } from '#db/schema/settings.ts';
import { missing, pageTextColumns, readAllSettings, readShopFace } from '#db/settings.ts';
import type { Language } from '#shared/languages.ts';
import { textIn } from '#shared/localized.ts';
import { type PageTexts, type PublicSettings, publicFields, type Settings } from '#shared/settings.ts';
import type { Actor } from '#shared/users.ts';
import type { Config } from '../../env.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';

/** @throws DomainError `forbidden` unless an admin asks. */
export async function getSettings(db: Db, actor: Actor): Promise<Settings> {
  assertAdmin(actor);
  return readAllSettings(db);
}

/** The settings and the configuration that screens need before a login. */
export async function getPublicSettings(
  db: Db,
  { passwordMinLength, production, publicUrl }: Pick<Config, 'passwordMinLength' | 'production' | 'publicUrl'>,
): Promise<PublicSettings> {
  const { faceImages, ...settings } = await readShopFace(db);
  return {
    ...publicFields.parse(settings),
    logo: faceImages.logo ?? null,
    passwordMinLength,
    offersSamples: !production,
    ...(production && { publicUrl }),
  };
}

/** The texts of About, the terms and the refund policy in a language. */
export async function getPageTexts(db: Db, { language }: { language: Language }): Promise<PageTexts> {
  const [row] = await db.select(pageTextColumns).from(settings);
  const { aboutText, termsText, refundText } = row ?? missing();
  return {
    aboutText: textIn(aboutText, language),
    termsText: textIn(termsText, language),
    refundText: textIn(refundText, language),
  };
}

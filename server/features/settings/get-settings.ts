import type { Db } from '#db/client.ts';
import { settings as settingsTable } from '#db/schema/settings.ts';
import { missing, pageTextColumns, readAllSettings, readShopFace } from '#db/settings.ts';
import { type Language, languages } from '#shared/languages.ts';
import { type Localized, textIn, withShopName } from '#shared/localized.ts';
import { type PageTexts, type PublicSettings, publicFields, type Settings } from '#shared/settings.ts';
import type { Actor } from '#shared/users.ts';
import type { Config } from '../../base/env.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';

/** @throws DomainError `forbidden` unless an admin asks. */
export async function getSettings(db: Db, actor: Actor): Promise<Settings> {
  assertAdmin(actor);
  return readAllSettings(db);
}

/** The settings and the configuration that screens need before a login. The texts have the shop's name, and none is empty in one language alone. */
export async function getPublicSettings(
  db: Db,
  { passwordMinLength, production, publicUrl }: Pick<Config, 'passwordMinLength' | 'production' | 'publicUrl'>,
): Promise<PublicSettings> {
  const { faceImages, ...settings } = await readShopFace(db);
  const { heroTitle, heroText, contact, footerText, ...others } = publicFields.parse(settings);
  const inEach = (text: Localized) =>
    mapLanguages((language) => withShopName(textIn(text, language), settings.shopName));
  return {
    ...others,
    heroTitle: inEach(heroTitle),
    heroText: inEach(heroText),
    contact: inEach(contact),
    footerText: inEach(footerText),
    logo: faceImages.logo ?? null,
    passwordMinLength,
    offersSamples: !production,
    ...(production && { publicUrl }),
  };
}

/** The texts of About, the terms and the refund policy in a language. */
export async function getPageTexts(db: Db, { language }: { language: Language }): Promise<PageTexts> {
  const [row] = await db.select({ ...pageTextColumns, shopName: settingsTable.shopName }).from(settingsTable);
  const { aboutText, termsText, refundText, shopName } = row ?? missing();
  const read = (text: Localized) => withShopName(textIn(text, language), shopName);
  return { aboutText: read(aboutText), termsText: read(termsText), refundText: read(refundText) };
}

function mapLanguages(write: (language: Language) => string): Localized {
  return Object.fromEntries(languages.map((language) => [language, write(language)])) as Localized;
}

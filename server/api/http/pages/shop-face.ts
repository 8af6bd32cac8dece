import type { FaceImages } from '#db/schema/settings.ts';
import { readShopFace } from '#db/settings.ts';
import type { Deps } from '#server/base/deps.ts';
import { brandStyle } from '#shared/brand-colors.ts';
import type { Language } from '#shared/languages.ts';
import { textIn, withShopName } from '#shared/localized.ts';
import { initialBrandColor, initialShopName } from '#shared/shop-name.ts';
import { escapeHtml } from './page-files.ts';

/** What every document displays of the shop before its code runs. */
export interface ShopFace {
  /** Changes with the settings. */
  version: string;
  name: string;
  /** The style sheet of the shop's colour and logo; empty for the panel's own. */
  style: string;
  /** The shop has given it no name, colour, logo or icon. */
  isInitial: boolean;
  icons: FaceImages['icons'];
  /** For the description of the installed app. */
  text: string;
}

/** The shop's face as it is now, in every process: the cache follows the settings' events. */
export async function readFace({ db, responses }: Pick<Deps, 'db' | 'responses'>): Promise<ShopFace> {
  const { etag, body } = await responses.get('settings', 'shop-face', async () => {
    const { shopName, brandColor, heroText, faceImages } = await readShopFace(db);
    const style = (brandColor === initialBrandColor ? '' : brandStyle(brandColor)) + bootLogo(faceImages.logo);
    const face: Omit<ShopFace, 'version'> = {
      name: shopName,
      style,
      isInitial: shopName === initialShopName && !style && !faceImages.icons,
      icons: faceImages.icons,
      text: withShopName(textIn(heroText, 'en' satisfies Language), shopName),
    };
    return Buffer.from(JSON.stringify(face));
  });
  return { ...(JSON.parse(body.toString()) as Omit<ShopFace, 'version'>), version: etag };
}

/** The bar of an empty page has the shop's logo in the place of the panel's mark. */
function bootLogo(logo: FaceImages['logo']): string {
  if (!logo) return '';
  const width = Math.min(148, Math.round((logo.width / logo.height) * 28));
  return `.boot-bar svg{display:none!important}.boot-bar>div::before{content:"";display:block;width:${width}px;height:28px;background:url(${logo.path}) left/contain no-repeat}`;
}

/** Puts the shop's face into the head of a document. */
export function wearFace(html: string, { style, icons }: Pick<ShopFace, 'style' | 'icons'>): string {
  const { favicon, apple } = icons ?? {};
  const changes: [RegExp, string][] = [
    [/(?<=<html[^>]*)>/, ' data-shop>'],
    ...(favicon
      ? [[/<link rel="icon"[^>]*>/, iconLink('icon', favicon.path, 'sizes="32x32"')] as [RegExp, string]]
      : []),
    ...(apple
      ? [[/<link rel="apple-touch-icon"[^>]*>/, iconLink('apple-touch-icon', apple.path)] as [RegExp, string]]
      : []),
    ...(style ? [[/<\/head>/, `<style id="shop-style">${style}</style></head>`] as [RegExp, string]] : []),
  ];
  return changes.reduce((all, [place, by]) => all.replace(place, () => by), html);
}

function iconLink(rel: string, path: string, more = ''): string {
  return `<link rel="${rel}" href="${path}" type="image/png" ${more}>`;
}

/** The title of a document without its own. */
export function withTitle(html: string, title: string): string {
  return html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
}

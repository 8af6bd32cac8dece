import type { Db, Tx } from '#db/client.ts';
import type { FaceImages } from '#db/schema/settings.ts';
import { readImagePath } from '#shared/images.ts';
import type { Settings, ShopImage } from '#shared/settings.ts';
import { initialBrandColor } from '#shared/shop-name.ts';
import { fieldError } from '../../base/errors.ts';
import type { EncodedImage } from '../../base/images/encode-image.ts';
import { type ImageSize, makeSizes } from '../../base/images/make-sizes.ts';
import type { RawImage } from '../../base/images/open-image.ts';
import { readImage } from '../../base/images/read-image.ts';
import { storeImage } from '../../base/images/store-image.ts';
import { drawMark } from './draw-mark.ts';

/** Three times the size in the top bar, for sharp screens. */
const logoSize: ImageSize = { width: 480, height: 96, type: 'webp', fit: 'inside' };

const square = (edge: number) => ({ width: edge, height: edge, type: 'png' as const });
/** The icon's sizes by name. A maskable icon may be cut to a circle of four fifths of its edge. */
export const iconSizes = {
  favicon: { ...square(32), fit: 'square' },
  apple: { ...square(180), fit: 'filled', scale: 0.9 },
  small: { ...square(192), fit: 'square' },
  large: { ...square(512), fit: 'square' },
  maskable: { ...square(512), fit: 'filled', scale: 0.7 },
} as const satisfies Record<string, ImageSize>;
export type IconName = keyof typeof iconSizes;

type FaceUploads = Pick<Settings, 'logoImage' | 'iconImage'>;
type FaceSettings = FaceUploads & Pick<Settings, 'brandColor'>;

/** Images that are made and not yet stored. */
export interface MadeImages {
  logo?: EncodedImage;
  icons?: Record<string, EncodedImage>;
}

/**
 * Makes the images of the shop's face from its uploads. Without an icon they are made from the logo, and without both from the panel's
 * mark in the shop's colour.
 * @throws DomainError `bad_input` for an image that is not stored; `busy`
 */
export async function makeFaceImages(db: Db, { logoImage, iconImage, brandColor }: FaceSettings): Promise<MadeImages> {
  const made: MadeImages = {};
  if (logoImage) {
    const [logo] = await makeSizes(await bytesOf(db, logoImage, 'logoImage'), [logoSize]);
    if (logo) made.logo = logo;
  }
  const icon = iconImage ?? logoImage;
  const names = Object.keys(iconSizes) as IconName[];
  if (icon) {
    made.icons = await makeIcons(names, await bytesOf(db, icon, iconImage ? 'iconImage' : 'logoImage'));
  } else if (brandColor !== initialBrandColor) {
    const isFilled = (name: IconName) => iconSizes[name].fit === 'filled';
    const inCell = names.filter((name) => !isFilled(name));
    made.icons = {
      ...(await makeIcons(inCell, drawMark(brandColor, 'cell'))),
      ...(await makeIcons(names.filter(isFilled), drawMark(brandColor, 'square'))),
    };
  }
  return made;
}

async function makeIcons(names: readonly IconName[], image: Buffer | RawImage): Promise<Record<string, EncodedImage>> {
  const sizes = names.map((name) => iconSizes[name]);
  const icons = await makeSizes(image, sizes);
  return Object.fromEntries(names.flatMap((name, at) => (icons[at] ? [[name, icons[at]]] : [])));
}

/** Stores made images, for the settings. */
export async function storeFaceImages(tx: Tx, uploadedBy: number, { logo, icons }: MadeImages): Promise<FaceImages> {
  const stored: FaceImages = {};
  const store = async (image: EncodedImage): Promise<ShopImage> => {
    const { path, width, height } = await storeImage(tx, uploadedBy, image);
    return { path, width, height };
  };
  if (logo) stored.logo = await store(logo);
  if (icons) {
    stored.icons = {};
    for (const [name, image] of Object.entries(icons)) stored.icons[name] = await store(image);
  }
  return stored;
}

async function bytesOf(db: Db, path: string, field: keyof FaceUploads): Promise<Buffer> {
  const named = readImagePath(path);
  const bytes = named ? await readImage(db, named) : undefined;
  if (!bytes) throw fieldError('bad_input', field, 'Choose a picture');
  return bytes;
}

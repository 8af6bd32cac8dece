import type { Db, Tx } from '#db/client.ts';
import type { FaceImages } from '#db/schema/settings.ts';
import { readImagePath } from '#shared/images.ts';
import type { Settings, ShopImage } from '#shared/settings.ts';
import { fieldError } from '../../errors.ts';
import type { EncodedImage } from '../../images/encode-image.ts';
import { type ImageSize, makeSizes } from '../../images/make-sizes.ts';
import { readImage } from '../../images/read-image.ts';
import { storeImage } from '../../images/store-image.ts';

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

/** Images that are made and not yet stored. */
export interface MadeImages {
  logo?: EncodedImage;
  icons?: Record<string, EncodedImage>;
}

/**
 * Makes the images of the shop's face from its uploads. Without an icon they are made from the logo.
 * @throws DomainError `bad_input` for an image that is not stored; `busy`
 */
export async function makeFaceImages(db: Db, { logoImage, iconImage }: FaceUploads): Promise<MadeImages> {
  const made: MadeImages = {};
  if (logoImage) {
    const [logo] = await makeSizes(await bytesOf(db, logoImage, 'logoImage'), [logoSize]);
    if (logo) made.logo = logo;
  }
  const icon = iconImage ?? logoImage;
  if (icon) {
    const names = Object.keys(iconSizes) as IconName[];
    const bytes = await bytesOf(db, icon, iconImage ? 'iconImage' : 'logoImage');
    const icons = await makeSizes(bytes, Object.values(iconSizes));
    made.icons = Object.fromEntries(names.flatMap((name, at) => (icons[at] ? [[name, icons[at]]] : [])));
  }
  return made;
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

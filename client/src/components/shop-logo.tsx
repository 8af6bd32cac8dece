import type { PublicSettings } from '#shared/settings.ts';

interface LogoProps {
  /** The shop's own; the panel's without. */
  image?: PublicSettings['logo'] | undefined;
  /** Its height. */
  size?: number;
}

const MAX_WIDTH = 148;

/** The shop's logo, or rising bars in a honeycomb cell in the shop's colour. */
export function ShopLogo({ image, size = 28 }: LogoProps) {
  if (image) {
    const width = Math.min(MAX_WIDTH, Math.round((image.width / image.height) * size));
    return <img src={image.path} alt="" style={{ width, height: size, objectFit: 'contain' }} />;
  }
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden style={{ flexShrink: 0 }}>
      <path fill="var(--c-colors-brand-solid)" d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75z" />
      <path
        fill="var(--logo-ink, #161616)"
        d="M9 17h3.6v6.2L9 21.1zm5.2-4.5h3.6v12.7l-1.8 1-1.8-1zM19.4 8H23v13.1l-3.6 2.1z"
      />
    </svg>
  );
}

/** Whether a logo is so wide that it bears the name itself. */
export function isWordmark(image: LogoProps['image']): boolean {
  return image ? image.width > 2 * image.height : false;
}

import type { Category } from '#shared/categories.ts';

/** The platforms that services are for, as they are looked for in services' names, in the order of the tabs. */
export const platforms = [
  'facebook',
  'instagram',
  'youtube',
  'telegram',
  'tiktok',
  'whatsapp',
  'snapchat',
  'twitter',
  'linkedin',
  'apple',
] as const;
export type Platform = (typeof platforms)[number];

/** The platforms that a service names, in any case, the one it names first before the others. */
export function platformsIn(serviceName: string): Platform[] {
  const name = serviceName.toLowerCase();
  return platforms
    .filter((platform) => name.includes(platform))
    .sort((one, other) => name.indexOf(one) - name.indexOf(other));
}

/**
 * The category whose picture and mark a service bears. Feature is for services of any platform, which would all look the same:
 * one that names its platform bears that one's.
 */
export function lookOf({ name, category }: { name: string; category: Category }): Category {
  if (category !== 'feature') return category;
  return platformsIn(name).find((platform) => platform !== 'apple') ?? category;
}

/** The platforms as they appear in services' names, in the order of the tabs. */
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

/** The platforms in a service's name, in any case, in order of appearance. */
export function platformsIn(serviceName: string): Platform[] {
  const name = serviceName.toLowerCase();
  return platforms
    .filter((platform) => name.includes(platform))
    .sort((one, other) => name.indexOf(one) - name.indexOf(other));
}

interface Sorted {
  name: string;
  /** The slugs of its category, and of that category's top. */
  category: string;
  top?: string;
}

/**
 * The category whose image and icon a service gets. Feature services are for any platform and would all look the same, so one
 * with a platform in its name gets that one's.
 */
export function lookOf({ name, category, top = category }: Sorted): string {
  if (top !== 'feature') return top;
  return platformsIn(name).find((platform) => platform !== 'apple') ?? top;
}

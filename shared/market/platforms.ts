export const platformSlugs: ReadonlySet<string> = new Set([
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'telegram',
  'linkedin',
  'twitter',
  'whatsapp',
  'snapchat',
  'spotify',
]);

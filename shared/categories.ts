export const categories = [
  'feature',
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'telegram',
  'linkedin',
  'twitter',
  'whatsapp',
  'snapchat',
] as const;
export type Category = (typeof categories)[number];

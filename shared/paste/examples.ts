import { platforms } from './platforms.ts';
import { type TargetKind, targetKinds } from './target.ts';

/** A link of each kind that services of a platform take, as it is displayed before typing. */
export const linkExamples: Record<string, Partial<Record<TargetKind, string>>> = {
  facebook: {
    profile: 'https://www.facebook.com/yourname',
    page: 'https://www.facebook.com/yourname',
    post: 'https://www.facebook.com/yourname/posts/1234567890',
    group: 'https://www.facebook.com/groups/yourgroup',
    event: 'https://www.facebook.com/events/1234567890',
  },
  instagram: {
    profile: 'https://www.instagram.com/yourname',
    post: 'https://www.instagram.com/p/CxYz123AbCd',
    story: 'https://www.instagram.com/stories/yourname/1234567890',
  },
  youtube: {
    channel: 'https://www.youtube.com/@yourname',
    profile: 'https://www.youtube.com/@yourname',
    post: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    playlist: 'https://www.youtube.com/playlist?list=PLabc123def456',
  },
  tiktok: {
    profile: 'https://www.tiktok.com/@yourname',
    post: 'https://www.tiktok.com/@yourname/video/7123456789012345678',
    live: 'https://www.tiktok.com/@yourname/live',
  },
  telegram: {
    channel: 'https://t.me/yourchannel',
    group: 'https://t.me/yourgroup',
    post: 'https://t.me/yourchannel/123',
  },
  twitter: { profile: 'https://x.com/yourname', post: 'https://x.com/yourname/status/1234567890123456789' },
  linkedin: {
    profile: 'https://www.linkedin.com/in/yourname',
    post: 'https://www.linkedin.com/feed/update/urn:li:activity:7123456789012345678',
  },
  whatsapp: {
    channel: 'https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp',
    group: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv',
    post: 'https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOp/123',
  },
  snapchat: {
    profile: 'https://www.snapchat.com/add/yourname',
    post: 'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPw',
  },
};

/** The kinds of link that a platform has; none for one that is not known. */
export function kindsOf(platform: string): TargetKind[] {
  const lines = platforms[platform]?.sites.flatMap(([, all]) => all.split('\n')) ?? [];
  const found = new Set([...lines.map((line) => line.split(' ', 1)[0]), ...Object.keys(linkExamples[platform] ?? {})]);
  return targetKinds.filter((kind) => kind !== 'unknown' && found.has(kind));
}

import { expect, test } from 'vitest';
import { seedServices } from '#db/seed/new-shop.ts';
import { linkExamples } from './examples.ts';
import { fitOf } from './fit.ts';
import { readLink } from './link.ts';
import { proposeTarget } from './service-target.ts';

test.each([
  ['Instagram Followers [Real] [R30]', 'instagram', 'instagram', 'profile'],
  ['Instagram Reel Views', 'instagram', 'instagram', 'post'],
  ['Instagram Story Views', 'instagram', 'instagram', 'story'],
  ['YouTube Subscribers', 'youtube', 'youtube', 'channel'],
  ['YouTube Views, Full Retention', 'feature', 'youtube', 'post'],
  ['YT Comment Likes', 'feature', 'youtube', 'comment'],
  ['TikTok Live Viewers, 30 Minutes', 'tiktok', 'tiktok', 'live'],
  ['Telegram Channel Members', 'telegram', 'telegram', 'channel'],
  ['Telegram Post Views', 'telegram', 'telegram', 'post'],
  ['WhatsApp Channel Followers', 'whatsapp', 'whatsapp', 'channel'],
  ['Facebook Page Likes', 'facebook', 'facebook', 'page'],
  ['Facebook Group Members', 'facebook', 'facebook', 'group'],
  ['Spotify Plays', 'feature', 'spotify', 'track'],
])('%s in %s is for %s, %s', (name, category, platform, kind) => {
  expect(proposeTarget(name, category)).toEqual({ platform, kinds: expect.arrayContaining([kind]) });
});

test('a name that says nothing proposes nothing', () => {
  expect(proposeTarget('Best package', 'feature')).toEqual({ platform: null, kinds: null });
  expect(proposeTarget('Something else', 'instagram')).toEqual({ platform: 'instagram', kinds: null });
});

test('every service of a new shop says what it takes, with an example that fits', () => {
  for (const { name, platform, kinds } of seedServices()) {
    const examples = (kinds ?? []).flatMap((kind) => linkExamples[platform ?? '']?.[kind] ?? []);
    expect(examples, name).not.toEqual([]);
    for (const example of examples) {
      const read = readLink(example);
      expect(
        'target' in read && fitOf(read.target, { platform: platform ?? null, kinds: kinds ?? null }),
        example,
      ).toBe(true);
    }
  }
});

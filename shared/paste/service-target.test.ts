import { expect, test } from 'vitest';
import { seedServices } from '#db/seed/new-shop.ts';
import { linkExamples } from './examples.ts';
import { fitOf, judgeDemands, linkedPlatforms } from './fit.ts';
import { readLink } from './link.ts';
import { platforms } from './platforms.ts';
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
  ['Threads Followers', 'instagram', 'threads', 'profile'],
  ['Instagram Followers [FB linked]', 'feature', 'instagram', 'profile'],
  ['Followers [FB linked]', 'instagram', 'instagram', 'profile'],
  ['[TikTok] Followers', 'instagram', 'tiktok', 'profile'],
  ['X (Twitter) Followers', 'feature', 'twitter', 'profile'],
  ['Instagram Auto Likes', 'instagram', 'instagram', 'profile'],
  ['Telegram Views, Future Posts', 'telegram', 'telegram', 'channel'],
  ['Telegram Views, Last 20 Posts', 'telegram', 'telegram', 'channel'],
])('%s in %s is for %s, %s', (name, category, platform, kind) => {
  expect(proposeTarget(name, category)).toEqual({ platform, kinds: expect.arrayContaining([kind]) });
});

test.each([
  ['Threads Members', 'threads'],
  ['Twitch Story Views', 'twitch'],
  ['X (Twitter) Playlist Saves', 'twitter'],
])('%s: %s has no such links, so the service takes all that it has', (name, platform) => {
  expect(proposeTarget(name, 'feature')).toEqual({ platform, kinds: null });
});

test('likes with an automatic refill are for posts only', () => {
  expect(proposeTarget('Instagram Likes [Auto Refill]', 'instagram').kinds).not.toContain('profile');
});

test.each([
  ['Website Traffic from Facebook', 'feature'],
  ['Traffic from Instagram', 'instagram'],
  ['Visits from Google and YouTube', 'traffic'],
])('%s in %s is for any site', (name, category) => {
  expect(proposeTarget(name, category)).toEqual({ platform: null, kinds: null });
});

test('a service of a platform without known links takes any link', () => {
  const service = proposeTarget('Shazam Plays', 'feature');
  expect(service).toEqual({ platform: 'shazam', kinds: null });
  const read = readLink('https://www.shazam.com/song/1234567890/a-song');
  expect('target' in read && fitOf(read.target, service)).toBeNull();
  expect(judgeDemands({ platform: 'instagram', kinds: ['post'] }, service)).toBe(true);
  expect([...linkedPlatforms].toSorted()).toEqual(Object.keys(platforms).toSorted());
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

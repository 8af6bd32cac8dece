import { expect, test } from 'vitest';
import { marketList } from '#server/testing/market-list.ts';
import { proposeBengaliName } from './bengali.ts';
import { categoryNames, OTHER, readCategory, slugOf } from './categories.ts';
import { readFacts } from './facts.ts';
import { marketKinds, weakKinds } from './kinds.ts';
import { marketPlatforms } from './platforms.ts';

test.each([
  ['Instagram Followers [R30]', '', 'instagram', 'followers'],
  ['IGTV Views', '', 'instagram', 'views'],
  ['Threads Followers', 'Instagram', 'threads', 'followers'],
  ['Instagram Story Views', '', 'instagram', 'story-views'],
  ['Facebook Page Likes + Followers', '', 'facebook', 'page-likes'],
  ['YouTube Comment Likes', '', 'youtube', 'comment-likes'],
  ['YouTube 4000 Hours Watch Time', '', 'youtube', 'watch-time'],
  ['TikTok Live Views 30 min', '', 'tiktok', 'live'],
  ['Twitter Poll Votes', '', 'twitter', 'polls'],
  ['X Followers [HQ]', '', 'twitter', 'followers'],
  ['X (Twitter) Retweets', '', 'twitter', 'retweets'],
  ['Telegram Channel Members', '', 'telegram', 'members'],
  ['Google Maps Reviews', '', 'google-business', 'reviews'],
  ['Apple Music Plays', '', 'apple-music', 'plays'],
  ['Google Play Installs', '', 'app', 'installs'],
  ['USA Website Traffic from Instagram', '', 'website', 'traffic'],
  ['DA 50+ Backlinks', 'SEO', 'website', 'seo'],
  ['Google referrer, 100% real', 'Website Traffic', 'website', 'traffic'],
  ['Followers [Real]', '🔥 Instagram Followers', 'instagram', 'followers'],
  ['Real [R30]', 'TikTok ~ Likes', 'tiktok', 'likes'],
  ['Followers [FB linked]', 'Instagram', 'instagram', 'followers'],
  ['ইনস্টাগ্রাম ফলোয়ার', '', 'instagram', 'followers'],
  ['𝐈𝐧𝐬𝐭𝐚 𝐅𝐨𝐥𝐥𝐨𝐰𝐞𝐫𝐬', '', 'instagram', 'followers'],
  ['Best package', '', 'other', null],
] as const)('%s in "%s" is %s, %s', (name, category, top, kind) => {
  expect(readCategory(name, category)).toEqual({ top, kind });
});

test('a category has a slug and names', () => {
  expect(slugOf('spotify')).toBe('spotify');
  expect(slugOf('instagram', 'story-views')).toBe('instagram-story-views');
  expect(categoryNames('instagram')).toEqual({ name: 'Instagram', nameBn: 'ইনস্টাগ্রাম' });
  expect(categoryNames('instagram', 'followers')).toEqual({ name: 'Followers', nameBn: 'ফলোয়ার'.normalize('NFC') });
  expect(categoryNames('other')).toEqual({ name: 'Other', nameBn: OTHER.nameBn });
  expect(categoryNames('unknown')).toEqual({ name: 'unknown', nameBn: 'unknown' });
});

test('each platform and kind is one row, and each kind has a Bengali name', () => {
  for (const rows of [marketPlatforms, marketKinds])
    expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length);
  for (const { nameBn } of [...marketKinds, ...weakKinds]) expect(nameBn).toMatch(/\p{Script=Bengali}/u);
});

test.each([
  ['Instagram Followers', 'ইনস্টাগ্রাম ফলোয়ার'],
  ['Instagram Followers [R30] [50K] 🇧🇩', 'ইনস্টাগ্রাম ফলোয়ার [R30] [50K] 🇧🇩'],
  ['YouTube Views | Instant Start | 30 Days Refill', 'ইউটিউব ভিউ | সাথে সাথে শুরু | 30 দিন রিফিল'],
  ['Tik Tok Likes - High Quality', 'টিকটক লাইক - উচ্চ মানের'],
  ['FB Page Likes Bangladesh', 'ফেসবুক পেজ লাইক বাংলাদেশ'],
  ['𝐈𝐧𝐬𝐭𝐚 Zorbs', 'ইনস্টাগ্রাম Zorbs'],
  ['Spotify Plays (10K/Day)', 'স্পটিফাই প্লে (10K/দিন)'],
] as const)('%s is %s in Bengali', (name, bengali) => {
  expect(proposeBengaliName(name)).toBe(bengali);
});

test.each([['Zorbs 500'], [''], ['৩০ দিন']])('%j has no word to translate', (name) => {
  expect(proposeBengaliName(name)).toBeNull();
});

test.each(['Instagram ', 'a [', 'x ', '[', 'ই', 'page '])('60 kB of %j are read', (part) => {
  const text = part.repeat(60_000 / part.length);
  expect(readCategory(text, text).top).toBeTypeOf('string');
  expect(proposeBengaliName(text)?.length ?? 0).toBeLessThan(10_000);
});

const lines = marketList(2000, 7);

test('of the lines of a made-up list nearly all have their platform and kind', () => {
  const wrong = (of: 'top' | 'kind') =>
    lines.flatMap(({ name, category, expected }) => {
      const read = readCategory(name, category)[of];
      return read === expected[of] ? [] : [`${name} | ${category}: ${read}, not ${expected[of]}`];
    });
  expect(wrong('top').length, wrong('top').join('\n')).toBeLessThanOrEqual(lines.length * 0.03);
  expect(wrong('kind').length, wrong('kind').join('\n')).toBeLessThanOrEqual(lines.length * 0.03);
});

test('of the lines of a made-up list each name that says refill days is read right, and no other one is read', () => {
  const wrong = lines.flatMap(({ name, expected }) => {
    const days = readFacts(name).refill?.days;
    return days === expected.refillDays ? [] : [`${name}: ${days}, not ${expected.refillDays}`];
  });
  expect(wrong).toEqual([]);
  expect(lines.filter(({ expected }) => expected.refillDays !== undefined).length).toBeGreaterThan(600);
});

test('a made-up list is the same for the same seed', () => {
  expect(marketList(20, 3)).toEqual(marketList(20, 3));
  expect(marketList(20, 3)).not.toEqual(marketList(20, 4));
});

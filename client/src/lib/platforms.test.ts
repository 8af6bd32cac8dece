import { expect, test } from 'vitest';
import { lookOf, platformsIn } from './platforms.ts';

test('platforms are found in any case, in order of appearance', () => {
  expect(platformsIn('YOUTUBE views from Facebook ads')).toEqual(['youtube', 'facebook']);
  expect(platformsIn('Apple Music Plays')).toEqual(['apple']);
  expect(platformsIn('Website visitors')).toEqual([]);
});

test('a feature service looks like the platform in its name, every other like its category', () => {
  const look = (name: string, category: 'feature' | 'facebook') => lookOf({ name, category });
  expect(look('TikTok Views, Instant', 'feature')).toBe('tiktok');
  expect(look('Apple Music Plays', 'feature')).toBe('feature');
  expect(look('Website visitors', 'feature')).toBe('feature');
  expect(look('Likes from Instagram', 'facebook')).toBe('facebook');
});

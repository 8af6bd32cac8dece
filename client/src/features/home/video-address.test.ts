import { existsSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { embedAddress, filesOf, ownVideos, placeOf } from './video-address.ts';

const embedded = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0';

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s',
  'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('%s is embedded', (address) => {
  expect(embedAddress(address)).toBe(embedded);
});

test.each([
  'https://vimeo.com/123456789',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=../../evil',
  'https://www.youtube.com/@channel',
  'nothing of the kind',
])('%s is not', (address) => {
  expect(embedAddress(address)).toBeNull();
});

test.each([
  ['/videos/order-bn.webm', { kind: 'file', src: '/videos/order-bn.webm' }],
  ['//elsewhere.example/film.webm', { kind: 'link', href: '//elsewhere.example/film.webm' }],
  ['https://elsewhere.example/film.webm', { kind: 'link', href: 'https://elsewhere.example/film.webm' }],
  ['https://youtu.be/dQw4w9WgXcQ', { kind: 'frame', src: embedded }],
])('%s plays where the policy of the page allows', (address, place) => {
  expect(placeOf(address)).toEqual(place);
});

test.each(languages.flatMap((language) => ownVideos.map((video) => [video, language] as const)))(
  'the own video %s in %s has its files, of at most 600 kB',
  (video, language) => {
    const { src, poster } = filesOf(video, language);
    for (const file of [src, poster].map((path) => `client/public${path}`)) {
      expect(existsSync(file)).toBe(true);
      expect(statSync(file).size).toBeLessThan(600_000);
    }
  },
);

import { expect, test } from 'vitest';
import { embedAddress } from './video-address.ts';

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

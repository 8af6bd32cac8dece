import { expect, test } from 'vitest';
import { readDevice } from './read-device.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    { browser: 'Chrome', system: 'Android', kind: 'phone' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS', kind: 'tablet' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0',
    { browser: 'Firefox', system: 'Windows', kind: 'computer' },
  ],
  ['curl/8.4.0', { browser: 'curl', system: null, kind: null }],
  ['Mozilla/5.0', { browser: null, system: null, kind: null }],
  ['<script>', { browser: null, system: null, kind: null }],
  ['', { browser: null, system: null, kind: null }],
  [null, { browser: null, system: null, kind: null }],
])('%s', (userAgent, device) => {
  expect(readDevice(userAgent)).toEqual(device);
});

test('parsing takes no time, whatever a header contains', () => {
  const pieces = ['(', 'Version/', 'Android ', 'a.', ' ', '; wv', 'Mobile/', 'like Mac OS X'];
  const started = performance.now();
  for (const piece of pieces) readDevice(piece.repeat(400).slice(0, 400));
  expect(performance.now() - started).toBeLessThan(500);
});

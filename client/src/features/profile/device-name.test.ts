import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  ['Chrome', 'Android', 'Chrome on Android'],
  ['curl', null, 'curl'],
  [null, 'iOS', 'iOS'],
  [null, null, 'Unknown device'],
])('%s and %s are called %s', (browser, system, name) => {
  expect(deviceName({ browser, system })).toBe(name);
});

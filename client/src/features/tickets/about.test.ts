import { expect, test } from 'vitest';
import { aboutInAddress, aboutValue, readAbout } from './about.ts';

test.each([{ orderId: 42 }, { rechargeId: 7 }])('%o is parsed as it was written', (about) => {
  expect(readAbout(aboutValue(about))).toEqual(about);
});

test.each(['', 'order:', 'order:0', 'order:-1', 'order:1e3', 'user:1', 'order'])('"%s" has no subject', (value) => {
  expect(readAbout(value)).toBeUndefined();
});

test.each([
  ['orderId=42', { orderId: 42 }],
  ['rechargeId=7', { rechargeId: 7 }],
  ['orderId=42&rechargeId=7', { orderId: 42 }],
  ['orderId=x&rechargeId=7', { rechargeId: 7 }],
  ['orderId=', undefined],
  ['', undefined],
])('the URL ?%s selects %o', (query, about) => {
  expect(aboutInAddress(new URLSearchParams(query))).toEqual(about);
});

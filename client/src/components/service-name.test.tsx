import { ChakraProvider } from '@chakra-ui/react';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { system } from '../app/theme/system.ts';
import { ServiceName, splitName } from './service-name.tsx';

afterEach(cleanup);

const long = 'Facebook Page Likes + Followers, profiles with pictures, worldwide [Real] [Refill 30 days]';

test.each([
  ['Likes', undefined],
  ['Likes', 1],
  ['Likes', 2],
  ['Facebook Page Likes + Followers [Real] 30 days', 1],
  [long, undefined],
  [long, 1],
  [long, 2],
  [long.repeat(2), 2],
  ['ফেসবুক পেজ লাইক ও ফলোয়ার, ছবিসহ প্রোফাইল, সারা বিশ্ব, রিফিল ৩০ দিন', 2],
  ['x'.repeat(200), 1],
  ['x'.repeat(200), 2],
] as const)('"%s" on %s lines has its whole text', (name, lines) => {
  const { container } = render(
    <ChakraProvider value={system}>
      <ServiceName id={34} name={name} {...(lines && { lines })} />
    </ChakraProvider>,
  );
  expect(container.textContent).toBe(`#34 ${name}`);
});

test.each([
  ['Likes', 24, '', 'Likes'],
  ['Facebook Page Likes and Followers [Real] 30 days', 24, 'Facebook Page Likes and ', 'Followers [Real] 30 days'],
  ['Facebook Page Likes + Followers [Real] 30 days', 20, 'Facebook Page Likes + Followers ', '[Real] 30 days'],
  ['YouTube Views, Fast', 24, 'YouTube Views, ', 'Fast'],
  ['xxxxxxxxxxxxxxxxxxxx', 5, 'xxxxxxxxxxxxxxx', 'xxxxx'],
  // Neither half of a character, nor a vowel sign alone.
  ['😀😀😀😀😀😀😀😀😀', 3, '😀😀😀😀😀😀', '😀😀😀'],
  ['কিকিকিকিকিকিকিকি', 3, 'কিকিকিকিকিকিকি', 'কি'],
])('"%s" is split within its last %i characters', (name, most, beginning, end) => {
  expect(splitName(name, most)).toEqual([beginning, end]);
});

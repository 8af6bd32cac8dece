import { expect, test } from 'vitest';
import type { z } from 'zod';
import { paisaPerDollar } from '../../../../../shared/money.ts';
import type { Settings } from '../../../../../shared/settings.ts';
import {
  figuresForm,
  linksForm,
  rateForm,
  timeZoneForm,
  typedFigures,
  typedLinks,
  typedRateForm,
  typedTimeZone,
} from './settings-form.ts';

const settings: Settings = {
  ratePaisa: paisaPerDollar(12_650),
  feeBasisPoints: 185,
  chatUrl: null,
  supportEmail: 'help@shop.example',
  videoUrls: ['https://example.com/v'],
  servicesOffset: 500,
  ordersOffset: 1383,
  usersOffset: 0,
  timeZone: 'Asia/Dhaka',
};

const messages = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues.map(({ message }) => message);

test('settings that were shown and saved untouched stay as they were', () => {
  expect({
    ...rateForm.parse(typedRateForm(settings)),
    ...linksForm.parse(typedLinks(settings)),
    ...figuresForm.parse(typedFigures(settings)),
    ...timeZoneForm.parse(typedTimeZone(settings)),
  }).toEqual(settings);
});

test('taka and percent are typed with up to two decimals', () => {
  expect(typedRateForm(settings)).toEqual({ ratePaisa: '126.50', feeBasisPoints: '1.85' });
  expect(rateForm.parse({ ratePaisa: '127.5', feeBasisPoints: '0' })).toEqual({ ratePaisa: 12_750, feeBasisPoints: 0 });
});

test.each([
  ['0', 'Enter a rate from 0.01 to 100,000 taka'],
  ['100000.01', 'Enter a rate from 0.01 to 100,000 taka'],
  ['126.555', 'Enter taka with up to 2 decimals, such as 126 or 126.50'],
])('a rate of "%s" is refused: %s', (ratePaisa, message) => {
  expect(messages(rateForm.safeParse({ ratePaisa, feeBasisPoints: '1.85' }))).toEqual([message]);
});

test('a fee above 100 percent is refused', () => {
  expect(messages(rateForm.safeParse({ ratePaisa: '126', feeBasisPoints: '100.01' }))).toEqual([
    'Enter at most 100 percent',
  ]);
});

test('empty video fields are left out, whichever they are', () => {
  const typed = { chatUrl: ' https://t.me/shop ', supportEmail: ' ', videoUrls: ['', 'https://example.com/2', ''] };
  expect(linksForm.parse(typed)).toEqual({
    chatUrl: 'https://t.me/shop',
    supportEmail: null,
    videoUrls: ['https://example.com/2'],
  });
});

test('a video that is no address is told beside its own field', () => {
  const { error } = linksForm.safeParse({ chatUrl: '', supportEmail: '', videoUrls: ['', 'javascript:alert(1)', ''] });
  expect(error?.issues).toMatchObject([{ path: ['videoUrls', 1], message: 'Must be an http or https address' }]);
});

test('a support address that is none is told beside its field', () => {
  const { error } = linksForm.safeParse({ chatUrl: '', supportEmail: 'help', videoUrls: [] });
  expect(error?.issues).toMatchObject([{ path: ['supportEmail'], message: 'Invalid email address' }]);
});

test('an offset is a whole number within its limits', () => {
  const message = 'Enter a whole number from 0 to 1,000,000,000';
  for (const usersOffset of ['-1', '1.5', '', '1000000001']) {
    expect(messages(figuresForm.safeParse({ ...typedFigures(settings), usersOffset }))).toEqual([message]);
  }
});

import { expect, test } from 'vitest';
import type { z } from 'zod';
import { paisaPerDollar } from '#shared/money.ts';
import type { Settings } from '#shared/settings.ts';
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

test('empty video fields are left out, whichever they are', () => {
  const typed = { chatUrl: ' https://t.me/shop ', supportEmail: ' ', videoUrls: ['', 'https://example.com/2', ''] };
  expect(linksForm.parse(typed)).toEqual({
    chatUrl: 'https://t.me/shop',
    supportEmail: null,
    videoUrls: ['https://example.com/2'],
  });
});

const rate = typedRateForm(settings);
const links = typedLinks(settings);
const figures = typedFigures(settings);
const offset = 'Enter a whole number from 0 to 1,000,000,000';

const refusals: [form: z.ZodType, typed: object, path: string, message: string][] = [
  [rateForm, { ...rate, ratePaisa: '0' }, 'ratePaisa', 'Enter a rate from 0.01 to 100,000 taka'],
  [rateForm, { ...rate, ratePaisa: '100000.01' }, 'ratePaisa', 'Enter a rate from 0.01 to 100,000 taka'],
  [rateForm, { ...rate, ratePaisa: '126.555' }, 'ratePaisa', 'Enter taka with up to 2 decimals, such as 126 or 126.50'],
  [rateForm, { ...rate, feeBasisPoints: '100.01' }, 'feeBasisPoints', 'Enter at most 100 percent'],
  [linksForm, { ...links, videoUrls: ['', 'javascript:alert(1)'] }, 'videoUrls.1', 'Must be an http or https address'],
  [linksForm, { ...links, supportEmail: 'help' }, 'supportEmail', 'Invalid email address'],
  [figuresForm, { ...figures, usersOffset: '-1' }, 'usersOffset', offset],
  [figuresForm, { ...figures, usersOffset: '1.5' }, 'usersOffset', offset],
  [figuresForm, { ...figures, usersOffset: '' }, 'usersOffset', offset],
  [figuresForm, { ...figures, usersOffset: '1000000001' }, 'usersOffset', offset],
];
test.each(refusals)('input %# is refused beside its field', (form, typed, path, message) => {
  const { error } = form.safeParse(typed);
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

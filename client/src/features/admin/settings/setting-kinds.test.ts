import { expect, test } from 'vitest';
import { paisaPerDollar } from '#shared/money.ts';
import { initialSettings, type SettingSection, type Settings, settingSections } from '#shared/settings.ts';
import { sectionForm, settingKinds, typedSettings } from './setting-kinds.ts';

const settings: Settings = {
  ...initialSettings,
  ratePaisa: paisaPerDollar(12_650),
  supportEmail: 'help@shop.example',
  videoUrls: ['https://example.com/v'],
  usersOffset: 0,
};

test('settings that were shown and saved untouched stay as they were', () => {
  const saved = settingSections.map((section) => sectionForm(section).parse(typedSettings(section, settings)));
  expect(Object.assign({}, ...saved)).toEqual(settings);
});

test('taka and percent are typed with up to two decimals', () => {
  const seen = typedSettings('rate', settings);
  expect(seen).toMatchObject({ ratePaisa: '126.50', feeBasisPoints: '1.85' });
  const typed = { ...seen, ratePaisa: '127.5', feeBasisPoints: '0' };
  expect(sectionForm('rate').parse(typed)).toMatchObject({ ratePaisa: 12_750, feeBasisPoints: 0 });
});

test('dollars become nano-dollars', () => {
  const seen = typedSettings('security', settings);
  expect(seen).toEqual({ giveLimitNanos: '100', approveLimitNanos: '1000', requireAdminSecondFactor: false });
  const typed = { giveLimitNanos: '$12.5', approveLimitNanos: '২,০০০', requireAdminSecondFactor: true };
  expect(sectionForm('security').parse(typed)).toEqual({
    giveLimitNanos: 12_500_000_000,
    approveLimitNanos: 2_000_000_000_000,
    requireAdminSecondFactor: true,
  });
  const { dollars, switch: yesOrNo } = settingKinds;
  expect([dollars.words(12_500_000_000), yesOrNo.words(true), yesOrNo.words(false)]).toEqual(['$12.50', 'yes', 'no']);
});

test('empty video fields are left out, whichever they are', () => {
  const typed = { chatUrl: ' https://t.me/shop ', supportEmail: ' ', videoUrls: ['', '/videos/order.webm', ''] };
  expect(sectionForm('links').parse(typed)).toEqual({
    chatUrl: 'https://t.me/shop',
    supportEmail: null,
    videoUrls: ['/videos/order.webm'],
  });
});

const offset = 'Enter a whole number from 0 to 1,000,000,000';
const limit = 'Enter dollars from 0 to 100,000, with up to 2 decimals';

const refusals: [section: SettingSection, typed: object, path: string, message: string][] = [
  ['rate', { ratePaisa: '0' }, 'ratePaisa', 'Enter a rate from 0.01 to 100,000 taka'],
  ['rate', { ratePaisa: '100000.01' }, 'ratePaisa', 'Enter a rate from 0.01 to 100,000 taka'],
  ['rate', { ratePaisa: '126.555' }, 'ratePaisa', 'Enter taka with up to 2 decimals, such as 126 or 126.50'],
  ['rate', { feeBasisPoints: '100.01' }, 'feeBasisPoints', 'Enter at most 100 percent'],
  [
    'links',
    { videoUrls: ['', 'javascript:alert(1)'] },
    'videoUrls.1',
    'Must be an http or https address, or a path of this panel',
  ],
  ['links', { supportEmail: 'help' }, 'supportEmail', 'Invalid email address'],
  ['figures', { usersOffset: '-1' }, 'usersOffset', offset],
  ['figures', { usersOffset: '1.5' }, 'usersOffset', offset],
  ['figures', { usersOffset: '' }, 'usersOffset', offset],
  ['figures', { usersOffset: '1000000001' }, 'usersOffset', offset],
  ['security', { giveLimitNanos: '-1' }, 'giveLimitNanos', limit],
  ['security', { giveLimitNanos: '1.555' }, 'giveLimitNanos', limit],
  ['security', { approveLimitNanos: '' }, 'approveLimitNanos', limit],
  ['security', { approveLimitNanos: '100000.01' }, 'approveLimitNanos', limit],
];
test.each(refusals)('input %# is refused beside its field', (section, typed, path, message) => {
  const { error } = sectionForm(section).safeParse({ ...typedSettings(section, settings), ...typed });
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
});

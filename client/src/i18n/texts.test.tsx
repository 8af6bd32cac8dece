import { useStore } from '@nanostores/react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { formatDay, formatMoment } from '../lib/dates.ts';
import { fieldMessage } from '../lib/errors.ts';
import { formatHours } from '../lib/format.ts';
import { Sentence } from './sentence.tsx';
import { switchTo } from './switch-language.ts';
import { texts } from './texts.ts';

const sample = texts('sample', {
  plain: 'Plain',
  told: '{who} paid {amount}, says {who}',
  found: { one: '{count} thing', other: '{count} things' },
});

afterEach(async () => {
  cleanup();
  await switchTo('en');
});

test('values are inserted unchanged, numbers with thousands separators', () => {
  const t = sample.get();
  expect(t.plain).toBe('Plain');
  expect(t.told({ who: '{amount} $&', amount: 12_500 })).toBe('{amount} $& paid 12,500, says {amount} $&');
});

test('singular and plural have their own words', () => {
  const { found } = sample.get();
  expect([0, 1, 2].map((count) => found({ count }))).toEqual(['0 things', '1 thing', '2 things']);
});

test('a sentence may contain elements at any position', () => {
  render(<Paid />);
  expect(screen.getByTestId('told').textContent).toBe('Karim paid $5, says Karim');
  expect(screen.getAllByText('Karim', { selector: 'b' })).toHaveLength(2);
});

test('dates and times are in the current language', async () => {
  const at = new Date('2025-11-21T08:59:05+06:00');
  expect(formatMoment(at)).toBe('November 21st 2025, 8:59:05 am');
  expect([formatHours(1), formatHours(24)]).toEqual(['1 hour', '24 hours']);
  await switchTo('bn');
  expect(formatDay(at)).toBe('২১ নভেম্বর ২০২৫');
  expect(formatMoment(at)).toBe('২১ নভেম্বর ২০২৫, সকাল\u00a0৮:৫৯:০৫');
  await expect.poll(() => [formatHours(1), formatHours(24)]).toEqual(['১ ঘণ্টা', '২৪ ঘণ্টা']);
});

test('field messages of schemas and the server are translated', async () => {
  const sentences = [
    'Email is required',
    'Quantity must be between 10 and 100,000',
    'The price is now $0.95. Please check it and submit again.',
    'This account is blocked. Please contact support. Reason: 3 chargebacks',
    'This user name is already taken.',
    'Nobody has translated this',
  ];
  expect(sentences.map(fieldMessage)).toEqual(sentences);
  await switchTo('bn');
  expect(sentences.map(fieldMessage)).toEqual([
    'ইমেইল দিন',
    'পরিমাণ ১০ থেকে ১,০০,০০০-এর মধ্যে হতে হবে',
    'দাম এখন $০.৯৫। দেখে নিয়ে আবার সাবমিট করুন।',
    'এই অ্যাকাউন্ট ব্লক করা হয়েছে। সাপোর্টে যোগাযোগ করুন। কারণ: 3 chargebacks',
    'এই ইউজারনেম আগেই নেওয়া হয়েছে।',
    'Nobody has translated this',
  ]);
});

test('of two simultaneous switches the later one wins', async () => {
  await Promise.all([switchTo('bn'), switchTo('en')]);
  expect(formatHours(2)).toBe('2 hours');
});

function Paid() {
  const t = useStore(sample);
  return (
    <p data-testid="told">
      <Sentence words={t.told} parts={{ who: <b>Karim</b>, amount: '$5' }} />
    </p>
  );
}

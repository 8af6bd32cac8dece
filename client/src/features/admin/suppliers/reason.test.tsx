import { cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { switchTo, withAdminTexts } from '../../../i18n/switch-language.ts';
import { CallOutcome } from './call-outcome.tsx';
import { Reason } from './reason.tsx';

beforeAll(async () => {
  await withAdminTexts(withSupplierTexts(Promise.resolve()));
  await switchTo('bn');
});
afterEach(cleanup);
afterAll(() => switchTo('en'));

const asWritten = (text: string) => `<span translate="no" dir="auto">${text}</span>`;

test.each([
  ['a code', 'connection_failed', 'সংযোগ হয়নি বা কেটে গেছে'],
  ['a sentence of the panel', 'the answer came late', 'উত্তর দেরিতে এসেছে'],
  ['one with a number', 'found as number 23501', 'সেখানে ২৩৫০১ নম্বরে পাওয়া গেছে'],
  ['words of a supplier', 'Link is private', asWritten('Link is private')],
  ['both', 'Link is private (no source is left)', `${asWritten('Link is private')} (আর কোনো উৎস নেই)`],
  ['a code and a sentence', 'timed_out (no source is left)', 'সময়মতো আসেনি (আর কোনো উৎস নেই)'],
])('a reason in Bengali: %s', (_, text, html) => {
  expect(render(<Reason text={text} />).container.innerHTML).toBe(html);
});

test.each([
  ['ok', 'উত্তর এসেছে'],
  ['throttled', 'বেশি কল'],
  ['unknown: timed_out', 'অজানা: সময়মতো আসেনি'],
  ['refused: Link: private', `নেয়নি: ${asWritten('Link: private')}`],
  ['of another version', asWritten('of another version')],
])('an outcome in Bengali: %s', (outcome, html) => {
  expect(render(<CallOutcome outcome={outcome} />).container.innerHTML).toBe(html);
});

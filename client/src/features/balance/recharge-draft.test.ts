import { beforeEach, describe, expect, test } from 'vitest';
import { taka } from '#shared/money.ts';
import { session } from '../../lib/session.ts';
import { aUser } from '../../testing/users.ts';
import { forgetTypedDraft, keepTypedDraft, readRechargeDraft, readTypedDraft } from './recharge-draft.ts';

const whole = { method: 'Bkash', amount: '12.5', total: taka(1575) };
const read = { method: 'Bkash', amountNanos: 12_500_000_000, totalTaka: 1575 };

beforeEach(() => {
  sessionStorage.clear();
  signIn(1);
});

describe('the choice of the payment screen', () => {
  test('comes from the navigation', () => {
    expect(readRechargeDraft(whole)).toEqual(read);
  });

  test('reads Bengali digits too', () => {
    expect(readRechargeDraft({ ...whole, amount: '১২.৫' })).toEqual(read);
  });

  test('comes from this tab after a reload', () => {
    keepTypedDraft(whole);
    expect(readRechargeDraft(null)).toEqual(read);
  });

  test('is of the one who made it', () => {
    keepTypedDraft(whole);
    signIn(2);
    expect(readRechargeDraft(null)).toBeNull();
  });

  test('is gone once it was requested', () => {
    keepTypedDraft(whole);
    forgetTypedDraft();
    expect(readRechargeDraft(null)).toBeNull();
  });

  test.each([
    ['nothing', null],
    ['no method', { ...whole, method: '' }],
    ['no total', { ...whole, total: null }],
    ['an amount of zero', { ...whole, amount: '0' }],
    ['an amount beyond the limit', { ...whole, amount: '10000.01' }],
    ['three decimals', { ...whole, amount: '1.005' }],
    ['no amount at all', { ...whole, amount: 'ten' }],
  ])('is refused with %s', (_what, state) => {
    expect(readRechargeDraft(state)).toBeNull();
  });
});

test('Add Balance gets back what was typed, complete or not', () => {
  keepTypedDraft({ method: '', amount: '12.', total: null });
  expect(readTypedDraft()).toEqual({ method: '', amount: '12.', total: null });
});

test('Add Balance starts empty where the storage holds something else', () => {
  sessionStorage.setItem('recharge:1', '{"method":7}');
  expect(readTypedDraft()).toEqual({ method: '', amount: '', total: null });
});

function signIn(id: number): void {
  session.start({ user: aUser({ id }), tokens: { accessToken: 'token' } });
}

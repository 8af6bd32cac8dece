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

describe('the choice on the payment screen', () => {
  test('comes from the navigation state', () => {
    expect(readRechargeDraft(whole)).toEqual(read);
  });

  test('accepts Bengali digits', () => {
    expect(readRechargeDraft({ ...whole, amount: '১২.৫' })).toEqual(read);
  });

  test('comes from this tab after a reload', () => {
    keepTypedDraft(whole);
    expect(readRechargeDraft(null)).toEqual(read);
  });

  test('belongs to the user who made it', () => {
    keepTypedDraft(whole);
    signIn(2);
    expect(readRechargeDraft(null)).toBeNull();
  });

  test('is removed after the request', () => {
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

test('Add Balance restores the typed values, complete or not', () => {
  keepTypedDraft({ method: '', amount: '12.', total: null });
  expect(readTypedDraft()).toEqual({ method: '', amount: '12.', total: null });
});

test('Add Balance starts empty if the storage has something else', () => {
  sessionStorage.setItem('recharge:1', '{"method":7}');
  expect(readTypedDraft()).toEqual({ method: '', amount: '', total: null });
});

function signIn(id: number): void {
  session.start({ user: aUser({ id }), tokens: { accessToken: 'token' } });
}

import { TRPCClientError } from '@trpc/client';
import type { UseFormReturn } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { switchTo } from '../i18n/switch-language.ts';
import { applyFieldErrors, readError } from './errors.ts';

test('an error is parsed with its code, message and details', () => {
  const error = refusal('price_changed', { details: { chargeNanos: 5 } });
  expect(readError(error)).toMatchObject({ code: 'price_changed', message: 'sentence', details: { chargeNanos: 5 } });
});

test('no response is "offline", and an unknown error a plain message without internals', () => {
  expect(readError(new TRPCClientError('Failed to fetch')).code).toBe('offline');
  const unknown = readError(new TypeError('x is not a function'));
  expect(unknown.code).toBe('internal');
  expect(unknown.message).not.toContain('function');
});

test('a message without a translation is replaced by that of its code; an unknown code keeps its own', async () => {
  await switchTo('bn');
  expect(readError(refusal('price_changed', {})).message).toBe('দাম বদলে গেছে। দেখে নিয়ে আবার সাবমিট করুন।');
  expect(readError(refusal('of_a_newer_server', {}))).toMatchObject({ code: 'of_a_newer_server', message: 'sentence' });
  await switchTo('en');
  expect(readError(refusal('price_changed', {})).message).toBe('sentence');
});

test('field errors are assigned to their fields, and the first is focused', () => {
  const form = aForm({ userName: '', email: '' });
  const fieldErrors = { email: ['This email is taken'], userName: ['Username is required'] };
  expect(applyFieldErrors(form, refusal('bad_input', { fieldErrors }))).toBeNull();
  expect(form.setError).toHaveBeenCalledWith('email', { type: 'server', message: 'This email is taken' });
  expect(form.setError).toHaveBeenCalledWith('userName', { type: 'server', message: 'Username is required' });
  expect(form.setFocus).toHaveBeenCalledExactlyOnceWith('email');
});

test('an error of no field of the form is left for a dialog', () => {
  const form = aForm({ userName: '' });
  const error = refusal('bad_input', { fieldErrors: { requestId: ['Invalid'] } });
  expect(applyFieldErrors(form, error)).toBe('sentence');
  expect(form.setError).not.toHaveBeenCalled();
});

function refusal(domainCode: string, data: object): TRPCClientError<never> {
  const error = { message: 'sentence', code: -32600, data: { domainCode, fieldErrors: null, details: null, ...data } };
  return TRPCClientError.from({ error });
}

type Form = UseFormReturn<Record<string, string>>;

function aForm(values: Record<string, string>) {
  return {
    setError: vi.fn<Form['setError']>(),
    setFocus: vi.fn<Form['setFocus']>(),
    getValues: (() => values) as never,
  };
}

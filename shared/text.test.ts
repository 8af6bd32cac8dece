import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparedText, text } from './text.ts';
import { email } from './users.ts';

const messagesOf = (schema: ReturnType<typeof text>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a text', () => {
  const seen: string[] = [];
  const field = text({
    missing: 'Code is required',
    min: [3, 'Too short'],
    max: [5, 'Too long'],
    form: [(value) => seen.push(value) > 0 && /^[a-z]*$/.test(value), 'Letters only'],
  });

  test.each([
    [undefined, 'Code is required'],
    [5, 'Code is required'],
    ['', 'Code is required'],
    ['  ', 'Code is required'],
    ['ab', 'Too short'],
    ['ABCD', 'Letters only'],
    ['abcdef', 'Too long'],
  ])('%j first reports: %s', (value, message) => {
    expect(messagesOf(field, value)[0]).toBe(message);
  });

  test('is trimmed', () => {
    expect(field.parse('  abc ')).toBe('abc');
  });

  test('that is too long reports only that, and is not checked further', () => {
    seen.length = 0;
    expect(messagesOf(field, 'ABCDEF')).toEqual(['Too long']);
    expect(seen).toEqual([]);
  });

  test('without a message for a missing one may be empty', () => {
    expect(text({ max: [5] }).parse(' ')).toBe('');
  });

  test('may keep its spaces', () => {
    expect(text({ missing: 'Password is required', max: [5], keepsSpaces: true }).parse(' a ')).toBe(' a ');
  });
});

describe('a text for comparison only', () => {
  const field = comparedText('Token is required', 10);

  test('is never too long, but cut to a length that equals nothing', () => {
    expect(field.parse('x'.repeat(10))).toHaveLength(10);
    expect(field.parse('x'.repeat(60_000))).toHaveLength(11);
  });

  test.each([undefined, ''])('%j is missing', (value) => {
    expect(messagesOf(field, value)[0]).toBe('Token is required');
  });
});

/** An earlier version of the pattern with quadratic run time, which only shows in long texts. */
const QUADRATIC_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

test('the linear pattern of addresses accepts the same as the quadratic one, but for dots beside others', () => {
  const nearAddresses = fc.array(fc.constantFrom('a', '.', '@', 'é'), { maxLength: 9 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(nearAddresses, (value) => {
      const cleaned = value.replace(/\.+$/, '');
      const hasLoneDots = !/\.\.|@\./.test(cleaned);
      expect(email.safeParse(value).success).toBe(QUADRATIC_EMAIL.test(cleaned) && hasLoneDots);
    }),
    { numRuns: 3000 },
  );
});

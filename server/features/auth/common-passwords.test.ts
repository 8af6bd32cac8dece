import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('the list of common passwords', () => {
  it.each(['123456', 'password', 'qwerty', 'iloveyou', 'bangladesh', 'aaaaaaa'])('has %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it('has no phrase that somebody made up', () => {
    expect(isCommonPassword('correct horse battery')).toBe(false);
  });
});

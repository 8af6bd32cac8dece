import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

describe('the list of common passwords', () => {
  it.each(['123456', 'password', 'qwerty', 'iloveyou', 'bangladesh', 'aaaaaaa'])('has %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it('has the ten thousand most common ones', async () => {
    const most = dictionary['passwords-common'].slice(0, 10_000).filter(({ length }) => length >= 6);
    expect(most.length).toBeGreaterThan(7000);
    const missing: string[] = [];
    for (const password of most) if (!(await isCommonPassword(password))) missing.push(password);
    expect(missing).toEqual([]);
    expect(most.filter((password) => password !== password.normalize('NFKC').toLowerCase())).toEqual([]);
  });

  it('has no passphrase', async () => {
    expect(await isCommonPassword('correct horse battery')).toBe(false);
  });
});

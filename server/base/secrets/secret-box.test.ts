import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const log = { error: vi.fn<(...facts: unknown[]) => void>() };
const KEY = randomBytes(32).toString('base64');
const SECRET = 'JBSWY3DPEHPK3PXP';
const mine = { purpose: 'totp', id: 17 };

beforeEach(() => log.error.mockReset());

const boxOf = (key: string | undefined = KEY) => createSecretBox(key, log);

test('opens what a server with the same key has sealed, never with the same text twice', () => {
  const sealed = [boxOf().seal(SECRET, mine), boxOf().seal(SECRET, mine)];
  expect(new Set(sealed).size).toBe(2);
  for (const each of sealed) {
    expect(each).toMatch(/^v1\.[\w-]{12}\.[\w-]{16}\.[\w-]+$/);
    expect(each).not.toContain(SECRET);
    expect(boxOf().open(each, mine)).toBe(SECRET);
  }
  expect(boxOf().open(boxOf().seal('দোকান 🙂', mine), mine)).toBe('দোকান 🙂');
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ['another owner', { purpose: 'totp', id: 18 }],
  ['another purpose', { purpose: 'webhook', id: 17 }],
])('a text of %s stays closed', (_, owner) => {
  expect(boxOf().open(boxOf().seal(SECRET, mine), owner)).toBeUndefined();
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ purpose: owner.purpose, ownerId: owner.id }),
    expect.stringContaining('altered'),
  );
});

test('no altered character of a text goes unseen, and none of it reaches the log', () => {
  const sealed = boxOf().seal(SECRET, mine);
  for (let at = 0; at < sealed.length; at++) {
    // Of the last character of base64 some bits mean nothing.
    if (['.', undefined].includes(sealed[at + 1])) continue;
    const altered = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(boxOf().open(altered, mine), altered).toBeUndefined();
  }
  for (const text of [
    '',
    'v1',
    'v1...',
    sealed.slice(0, 40),
    `${sealed}.x`,
    sealed.replace('v1', 'v2'),
    'x'.repeat(60_000),
  ])
    expect(boxOf().open(text, mine)).toBeUndefined();
  const [, , iv = '', content = ''] = sealed.split('.');
  const logged = JSON.stringify(log.error.mock.calls);
  for (const secret of [SECRET, KEY, iv, content]) expect(logged).not.toContain(secret);
});

test('a text of another key stays closed, and the log names both keys by their ids', () => {
  const [former, now] = [boxOf(), boxOf(randomBytes(32).toString('base64'))];
  expect(now.open(former.seal(SECRET, mine), mine)).toBeUndefined();
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { purpose: 'totp', ownerId: 17, sealedBy: former.keyId, keyId: now.keyId },
    'a stored secret was encrypted with another SECRETS_KEY and can not be read',
  );
});

test('without a key nothing is sealed, and the refusal says how to make one', () => {
  const none = createSecretBox(undefined, log);
  expect(none.keyId).toBeUndefined();
  expect(() => none.seal(SECRET, mine)).toThrow(/SECRETS_KEY .*openssl rand -base64 32/);
  expect(none.open(boxOf().seal(SECRET, mine), mine)).toBeUndefined();
  expect(log.error).toHaveBeenCalledOnce();
});

test('a short key is refused', () => {
  expect(() => boxOf('x'.repeat(31))).toThrow(/too short/);
});

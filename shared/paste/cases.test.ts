import { describe, expect, test } from 'vitest';
import type { ServiceType } from '../service-types.ts';
import { readEmail, readUserName } from './account.ts';
import cases from './cases.json' with { type: 'json' };
import { linkProblems, MAX_LINK_LENGTH, readLink, targetKey, targetKinds } from './link.ts';
import { type NumberMode, readNumber } from './number.ts';
import { type LineOrder, readOrderLine } from './order-line.ts';
import { readReference } from './reference.ts';

/* What people really paste. Each row of the table ends with its reason; a refusal is written as `! code`. */

describe('a pasted link', () => {
  test.each(cases.links as [string, string, string, string][])('%j is read as %s, %s: %s', (text, link, target) => {
    const read = readLink(text);
    expect(read).toMatchObject({ link });
    if (!('target' in read)) return;
    const { platform, kind, key } = read.target;
    expect(`${platform ?? '-'} ${kind} ${key}`).toBe(target);
  });

  test.each(cases.linkProblems as [string, string, string][])('%j is refused as %s: %s', (text, code) => {
    expect(readLink(text)).toMatchObject({ code, problem: expect.stringMatching(/^[A-Z][^{}]+$/) as string });
  });

  test('is there for every kind of target and every problem', () => {
    const kinds = new Set(cases.links.map(([, , target]) => target?.split(' ')[1]));
    expect(targetKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
    const codes = new Set([...cases.linkProblems.map(([, code]) => code), 'too_long']);
    expect(Object.keys(linkProblems).filter((code) => !codes.has(code))).toEqual([]);
  });

  test('has one target in all spellings', () => {
    const spellings = [
      ['@Shop', 'shop', 'https://www.instagram.com/Shop/?igsh=x', 'tiktok.com/@shop', 'https://x.com/SHOP?s=21'],
      ['https://www.instagram.com/p/AbC/', 'instagram.com/reel/AbC', 'https://www.instagram.com/shop/reels/AbC/'],
      ['https://youtu.be/dQw4w9WgXcQ', 'youtube.com/shorts/dQw4w9WgXcQ', 'vnd.youtube:dQw4w9WgXcQ'],
      ['@shop', 't.me/Shop', 'https://t.me/s/shop', 'tg://resolve?domain=shop', 'https://shop.t.me'],
      ['https://t.me/+AbC', 'https://t.me/joinchat/AbC', 'tg://join?invite=AbC'],
    ];
    for (const all of spellings) {
      const keys = all.map(readLink).map((read) => ('target' in read ? targetKey(read.target) : read.problem));
      expect(new Set(keys).size, keys.join(' ')).toBe(1);
    }
    const different = ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dqw4w9WgXcQ', 'https://t.me/shop/1', '@shop'];
    const keys = different.map(readLink).map((read) => ('target' in read ? targetKey(read.target) : read.problem));
    expect(new Set(keys).size).toBe(different.length);
  });

  test('is at most so long, with the scheme that it gets', () => {
    const path = (length: number) => `example.com/${'a'.repeat(length - 'example.com/'.length)}`;
    const longest = path(MAX_LINK_LENGTH - 'https://'.length);
    expect(readLink(longest)).toMatchObject({ link: `https://${longest}` });
    for (const long of [path(2041), path(100_000), 'a'.repeat(5000)])
      expect(readLink(long)).toMatchObject({ code: 'too_long' });
    expect(readLink('a'.repeat(128))).toMatchObject({ link: 'a'.repeat(128) });
    expect(readLink('a'.repeat(129))).toMatchObject({ code: 'not_a_link' });
  });
});

test.each(cases.references as [string, string, string, string][])(
  'the id %j for %s is %s: %s',
  (text, method, expected) => {
    const read = readReference(text, method);
    expect('problem' in read ? `! ${read.code}` : read.reference + (read.unusual ? ' ?' : '')).toBe(expected);
  },
);

test.each(cases.numbers as [string, string, string, string, string][])(
  'the number %j is %s, %s in API v2 and %s for a person: %s',
  (text, ...expected) => {
    const outcome = (mode: NumberMode) => {
      const read = readNumber(text, mode);
      return 'value' in read ? String(read.value) : [read.code, ...(read.values ?? [])].join(' ');
    };
    expect((['plain', 'api2', 'person'] as const).map(outcome)).toEqual(expected.slice(0, 3));
  },
);

test.each(cases.emails as [string, string, string][])('the e-mail address %j is %s: %s', (text, expected) => {
  const read = readEmail(text);
  const [first, mark] = 'email' in read ? [read.email, ' ? '] : [`! ${read.code}`, ' '];
  expect(first + (read.suggestion ? mark + read.suggestion : '')).toBe(expected);
});

test.each(cases.userNames as [string, string, string][])('the user name %j is %s: %s', (text, expected) => {
  const read = readUserName(text);
  expect('userName' in read ? read.userName : [`! ${read.code}`, read.suggestion].filter(Boolean).join(' ')).toBe(
    expected,
  );
});

const types = new Map<number, ServiceType | null>([
  [1, 'default'],
  [2, 'custom_comments'],
  [3, 'package'],
  [4, 'custom_comments_package'],
  [404, null],
]);

test.each(cases.lines as [string, string, string][])('the line %j is read as %s: %s', (line, expected) => {
  const written = ({ serviceId, link, quantity, comments }: LineOrder) =>
    [serviceId, link, comments?.join(' + ') ?? quantity ?? '-'].join(' ');
  const { order, reordered, code, choices } = readOrderLine(line, types);
  const read = order ? written(order) + (reordered ? ' ~' : '') : `! ${code}`;
  expect(choices ? `${read}: ${choices.map(written).join(' / ')}` : read).toBe(expected);
});

import type { Choices } from '../choices.ts';

/** Names that every object inherits, or that JavaScript treats specially. */
export const prototypeNames =
  '__proto__ constructor prototype toString valueOf hasOwnProperty __defineGetter__ __lookupSetter__ then toJSON length name'.split(
    ' ',
  );

const units = [
  ...'a1 .@-_/\\<>%\'"(){}[]'.split(''),
  ...['a@', '..', '\0', '\t', '\r\n', '\u0301', 'é', 'İ', 'ক', '😀'],
  ...['\ud800', '\udc00\ud800', '\u202e', '\u200b', '\ufeff'],
];

const words = [
  ...['', ' ', '\0', 'a\0b', '\ud83d', 'https://example.com/\u202e', 'line\r\nbcc: x@example.com', '٣'],
  ...["' or 1=1 --", '"; drop table users; --', '%_%', '=1+1', '<script>alert(1)</script>', '{{7*7}}', '${7*7}'],
  ...['https://example.com/p/1', 'javascript:alert(1)', 'http://[::1', 'https://xn--a.example/', '//evil.test'],
  ...['someone', 'someone@example.com', 'admin', 'Bkash', '../../etc/passwd', 'WyJuZXdlc3QiLDFd'],
  ...['0198c0de-0000-7000-8000-000000000001', '9007199254740993', '1e999', '-0', 'null', 'undefined', 'NaN', 'true'],
  ...prototypeNames,
];

/** Around a repeated text: a start that a pattern matches, and an end that breaks the match. */
const frames: ((middle: string) => string)[] = [
  (middle) => `a@${middle}@`,
  (middle) => `a@a${middle}.`,
  (middle) => `https://${middle} `,
  (middle) => `+8${middle}x`,
  (middle) => `1${middle}x`,
];

const lengths = [2, 30, 100, 254, 1500, 3000, 12_000, 60_000];

/** A text from an attacker, or from a broken program. */
export function hostileText({ pick, chance }: Choices): string {
  if (chance(60)) return pick(words);
  if (chance(50))
    return pick(frames)(pick(['.', 'a', '1', '-', ' ', '@', '/', ',', '0', '%']).repeat(pick([3000, 60_000])));
  const unit = pick(units);
  return (
    pick(['', 'a@', 'https://', '+8', '/']) +
    unit.repeat(Math.ceil(pick(lengths) / unit.length)) +
    pick(['', '@', '\n'])
  );
}

/** JSON text, with unbounded numbers and duplicate names; sometimes invalid. */
export function jsonFragment(choices: Choices): string {
  const { pick, chance } = choices;
  if (chance(45)) return JSON.stringify(hostileText(choices));
  if (chance(60)) return pick(literals);
  return pick([deepList, deepObject, wideList, wideObject, prototypeObject])(choices);
}

const literals = [
  ...['null', 'true', 'false', '{}', '[]', '""', '[null]', '[[]]', '[{}]', '{"0":1}', '""'],
  ...['0', '-0', '1', '2', '3', '5', '8', '13', '-1', '10', '25', '100', '1000', '1.5', '0.1', '1e-9', '1e-400'],
  ...['2147483647', '2147483648', '9007199254740991', '9007199254740993', '1e21', '1e308', '1e999', '-1e999'],
  ...['123456789012345678901234567890', '10000000', '1000000000', '-10000000'],
  ...[
    'NaN',
    'undefined',
    "'a'",
    '01',
    '+1',
    '.5',
    '0x10',
    '"\\ud800"',
    '"\\u0000"',
    '"a',
    '"\\x41"',
    '[1,]',
    '{"a":1,}',
    '',
  ],
];

function deepList({ pick }: Choices): string {
  const depth = pick([5, 100, 5000, 30_000]);
  return '['.repeat(depth) + ']'.repeat(depth);
}

function deepObject({ pick }: Choices): string {
  const depth = pick([5, 100, 2000, 9000]);
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

function wideList({ pick }: Choices): string {
  return `[${Array.from({ length: pick([3, 13, 101, 30_000]) }, () => '0').join()}]`;
}

function wideObject({ pick, chance }: Choices): string {
  const isRepeated = chance(50);
  const names = Array.from({ length: pick([3, 100, 6000]) }, (_, index) => (isRepeated ? 'k' : `k${index}`));
  return `{${names.map((name) => `"${name}":0`).join()}}`;
}

function prototypeObject(choices: Choices): string {
  const { pick, chance } = choices;
  const name = JSON.stringify(pick(prototypeNames));
  const written = chance(20) ? name.replaceAll('_', '\\u005f') : name;
  return `{${written}:${pick(['1', '{"role":"admin"}', '{"prototype":{"role":"admin"}}', 'null', '"x"'])}}`;
}

import { expect, test } from 'vitest';
import { textOfFile } from './file-text.ts';

const words = 'নাম,price ৳';
const utf16 = Buffer.from(`\ufeff${words}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(words), words],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${words}`), words],
  ['UTF-16 of Windows', utf16, words],
  ['UTF-16 in the other order', Buffer.from(utf16).swap16(), words],
  ['half a character of UTF-16', utf16.subarray(0, 5), 'ন\ufffd'],
  ['nothing', Buffer.alloc(0), ''],
  ['no UTF-8', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'caf\ufffd'],
  ['a workbook', Buffer.from('PK\u0003\u0004and more'), null],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), null],
])('a file in %s is decoded', (_, bytes, text) => {
  expect(textOfFile(bytes)).toBe(text);
});

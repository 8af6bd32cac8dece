import { expect, test } from 'vitest';
import { blocksOf } from './documents.ts';

test('a document becomes its blocks, without comments', () => {
  const source = [
    '# Title with `code`',
    '<!-- a comment -->',
    'A **bold** _word_, a [link](api.md)\nand a "quote" & more.',
    '- one\n- two\n  - inner\n- three\n\n  | c |\n  |---|\n  | d |\n- four',
    '| a | b |\n|---|---|\n| `x \\| y` | z |',
    '```ts\nif (a < b) {}\n```',
  ].join('\n\n');
  expect(blocksOf(source)).toEqual([
    { kind: 'heading', depth: 1, parts: ['Title with ', { code: 'code' }] },
    {
      kind: 'paragraph',
      parts: [
        'A ',
        { strong: ['bold'] },
        ' ',
        { emphasis: ['word'] },
        ', a ',
        { to: 'api.md', parts: ['link'] },
        ' and a "quote" & more.',
      ],
    },
    { kind: 'list', isNumbered: false, items: [['one'], ['two'], ['inner'], ['three']] },
    { kind: 'table', head: [['c']], rows: [[['d']]] },
    { kind: 'list', isNumbered: false, items: [['four']] },
    { kind: 'table', head: [['a'], ['b']], rows: [[[{ code: 'x | y' }], ['z']]] },
    { kind: 'code', language: 'ts', code: 'if (a < b) {}' },
  ]);
});

test('what the page can not display is an error', () => {
  expect(() => blocksOf('![an image](x.png)')).toThrow('The page of the documents has nothing for image');
});

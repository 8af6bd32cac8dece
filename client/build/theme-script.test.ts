import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { inlineScriptHashes } from './theme-script.ts';

test('only inline scripts are hashed, exactly the text between the tags', () => {
  const html = '<script>\n a </script><script type="module" src="/x.js"></script>';
  expect(inlineScriptHashes(html)).toEqual([`sha256-${createHash('sha256').update('\n a ').digest('base64')}`]);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from './command-line.ts';
import { fillDocument, scriptsDocument } from './docs/fill-document.ts';

readCommandLine({
  name: 'npm run docs',
  purpose:
    'Writes the tables and the examples in docs/scripts.md from the router and the folder examples. A test compares them.',
  options: {},
  example: 'npm run docs',
});
writeFileSync(scriptsDocument, fillDocument(readFileSync(scriptsDocument, 'utf8')));

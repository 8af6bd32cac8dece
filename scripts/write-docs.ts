import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from './command-line.ts';
import { fillDocument, packageReadme, scriptsDocument } from './docs/fill-document.ts';

readCommandLine({
  name: 'npm run docs',
  purpose:
    "Writes the tables and examples in docs/scripts.md and the package's README from the router and the folder examples. A test compares them.",
  options: {},
  example: 'npm run docs',
});
for (const document of [scriptsDocument, packageReadme])
  writeFileSync(document, fillDocument(readFileSync(document, 'utf8')));

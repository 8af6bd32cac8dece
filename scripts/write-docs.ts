import { readFileSync, writeFileSync } from 'node:fs';
import { readCommandLine } from './command-line.ts';
import { errorsDocument, fillDocument, packageReadme, scriptsDocument } from './docs/fill-document.ts';

readCommandLine({
  name: 'npm run docs',
  purpose:
    "Writes the tables and examples in docs/scripts.md, docs/errors.md and the package's README from the code. A test compares them.",
  options: {},
  example: 'npm run docs',
});
for (const document of [scriptsDocument, errorsDocument, packageReadme])
  writeFileSync(document, fillDocument(readFileSync(document, 'utf8')));

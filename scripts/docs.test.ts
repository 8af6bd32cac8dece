import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/base/env.ts';
import { SECRETS } from '#server/base/secret-files.ts';
import { errorMessages } from '#shared/errors.ts';
import {
  closedProcedures,
  customerProcedures,
  documentedProcedures,
  errorsDocument,
  fillDocument,
  packageReadme,
  scriptsDocument,
} from './docs/fill-document.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const commands = read('docs/commands.md');
const configuration = read('docs/configuration.md');
const variables = [...read('server/base/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);

test('the example script stays short', () => {
  expect(read('scripts/example-order.ts').split('\n').length).toBeLessThan(45);
});

test('the document for scripts has every procedure for customers, and its tables and examples are current', () => {
  const documented = documentedProcedures().map(({ name }) => name);
  expect([...documented, ...closedProcedures].toSorted()).toEqual(customerProcedures.toSorted());
  const document = readFileSync(scriptsDocument, 'utf8');
  for (const name of documented) expect(document).toContain(`| \`${name}\``);
  for (const name of closedProcedures) expect(document).toContain(`\`${name}\``);
  const examples = [...document.matchAll(/<!-- example: (\S+) -->/g)].map(([, file]) => file);
  expect(examples.toSorted()).toEqual(globSync('*', { cwd: join(root, 'examples') }).toSorted());
  // If it is not, `npm run docs` writes it.
  expect(fillDocument(document)).toBe(document);
});

test('the page of error codes has all of them', () => {
  const document = readFileSync(errorsDocument, 'utf8');
  expect(fillDocument(document)).toBe(document);
  for (const name of Object.keys(errorMessages)) expect(document).toContain(`| \`${name}\``);
});

test("the package's README begins with the safe retry, unchanged", () => {
  const document = readFileSync(packageReadme, 'utf8');
  expect(fillDocument(document)).toBe(document);
  expect(document.split('```ts')[0]).toMatch(/<!-- example: safe-order\.ts -->\n$/);
});

test('every variable of the configuration is documented, and no other', () => {
  expect(variables.length).toBeGreaterThan(15);
  const example = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(example.toSorted()).toEqual(variables.toSorted());
  for (const name of variables) expect(configuration).toContain(`\`${name}\``);
  const [, inFiles = ''] = /^Each of ([^]*?) can be in a file/m.exec(configuration) ?? [];
  expect([...inFiles.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(SECRETS);
  expect(variables).toEqual(expect.arrayContaining(SECRETS));
});

test('a variable set to its documented default changes nothing', () => {
  const rows = [...configuration.matchAll(/^\| (`[A-Z].*?`) \| (.*?) \|/gm)].map(([, names = '', defaults = '']) => ({
    names: names.split(', ').map((name) => name.replaceAll('`', '')),
    defaults: defaults.split(', '),
  }));
  const documented = rows.flatMap(({ names, defaults }) =>
    names.flatMap((name, at) => {
      const [, value] = /^`(.*)`$/.exec(defaults[at] ?? '') ?? [];
      return value === undefined ? [] : [[name, value.replace('PORT', '3000')] as const];
    }),
  );
  expect(documented.length).toBeGreaterThan(10);
  for (const [name, value] of documented) expect(readConfig({ [name]: value }), name).toEqual(readConfig({}));
});

test('every command in the README and in commands.md exists, and commands.md has every command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const namedIn = (text: string) =>
    [...text.matchAll(/npm (?:run ([a-z0-9:-]+)|start|test)/g)].map(([call, name = call.slice(4)]) => name);
  for (const name of Object.keys(scripts).filter(
    (script) => !['build', 'postinstall', 'prestart', 'predev'].includes(script),
  ))
    expect(namedIn(commands)).toContain(name);
  for (const name of namedIn(commands + read('README.md'))) expect(Object.keys(scripts)).toContain(name);
});

test('links within the documents lead to files and headings that exist', () => {
  const headingsOf = (path: string) =>
    [
      ...read(path)
        .replaceAll(/```[^]*?```/g, '')
        .matchAll(/^#+ (.*)$/gm),
    ].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    );
  const links = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/(?:\]\(|src=")(?!https?:)([^)#"]*)#?([^)"]*)/g)].map(
      ([, file = '', heading = '']) => [file ? join(path, '..', file) : path, heading] as const,
    ),
  );
  expect(links.length).toBeGreaterThan(100);
  for (const [path, heading] of links) {
    expect(existsSync(join(root, path)), path).toBe(true);
    if (heading && path.endsWith('.md')) expect(headingsOf(path), path).toContain(heading);
  }
});

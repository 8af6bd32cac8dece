import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApiDocument } from '#server/api/rest/openapi.ts';
import { openApiProblems } from './lint-openapi.ts';

const document = JSON.stringify(openApiDocument('rt'));

/** The document with one text replaced by another. */
function broken(text: string, by: string): string {
  expect(document).toContain(text);
  return document.replace(text, by);
}

test('the document has no problem', async () => {
  expect(await openApiProblems(document)).toEqual([]);
});

test.each([
  ['a word twice among the values of a status', '["Processing",', '["Processing","Processing",', 'enum-values'],
  ['a reference to nowhere', '"$ref":"#/components/schemas/User"', '"$ref":"#/components/schemas/Nobody"', 'refs'],
  ['two operations of one name', '"operationId":"userLogin"', '"operationId":"userRegister"', 'operationId-unique'],
  ['a parameter that the path does not have', '/service/buy/{id}', '/service/buy/{serviceId}', 'path-parameters'],
  ['a body without a schema', '"content":{', '"contents":{', 'struct'],
])('%s is a problem', async (_what, text, by, rule) => {
  expect((await openApiProblems(broken(text, by))).join('\n')).toContain(rule);
});

test('the command fails for a broken document, and only then', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, broken('["Processing",', '["Processing","Processing",'));
    expect(lint()).toMatchObject({ status: 0, stdout: '0 problems in the OpenAPI document\n' });
    expect(lint(file)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("Duplicated enum value found: 'Processing'"),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function lint(...args: string[]) {
  return spawnSync(process.execPath, [join(import.meta.dirname, 'lint-openapi.ts'), ...args], { encoding: 'utf8' });
}

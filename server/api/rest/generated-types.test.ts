import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from './calls.ts';
import { openApiDocument } from './openapi.ts';

/** The view of a developer who generates a client from the document. */
const root = join(import.meta.dirname, '../../..');
let folder: string;
let client: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'generated-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  write('openapi.json', JSON.stringify(openApiDocument('rt')));
  client = await generateSource(join(folder, 'openapi.json'));
  write('client.ts', client);
  write('package.json', JSON.stringify({ type: 'module' }));
});

afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text);
}

/** @returns the compiler's output for a program with the generated client; empty without errors */
function compile(program: string): string {
  write('program.ts', program);
  const options = [
    '--strict',
    '--noEmit',
    '--allowImportingTsExtensions',
    '--target',
    'es2023',
    '--module',
    'preserve',
    '--lib',
    'es2023,dom',
  ];
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

test('a generator writes a function for every call; their types describe requests and responses, and refuse others', () => {
  const functions = [...client.matchAll(/^export function (\w+)\(/gm)].map(([, name]) => name);
  expect(functions).toHaveLength(calls.length);
  const program = `
    import { serviceBuy, serviceCreate, serviceGetAll, userLogin } from './client.ts';
    const listed = await serviceGetAll({ category: 'instagram', limit: 3 });
    if (listed.status !== 200) throw new Error(listed.data.error);
    const hours: string[] = listed.data.data.map(({ avgTime }) => avgTime);
    const pictures: string[] = listed.data.data.map(({ image }) => image);
    const form = { name: 'x', description: 'x', category: 'tiktok', price: 1, min: 10, max: 99 } as const;
    await serviceCreate({ ...form, avgTime: '24' });
    await serviceCreate({ ...form, avgTime: 24 });
    const bought = await serviceBuy('7', { link: 'someone', quantity: 10 });
    if (bought.status === 200) bought.data.data.status satisfies 'Processing' | 'Completed' | 'Partial' | 'Failed';
    else bought.data.error satisfies string;
    const { status } = await userLogin({ userName: 'x', password: 'x' });
    status satisfies 200 | 400 | 403 | 413 | 415 | 429 | 500 | 503;
    // @ts-expect-error the hours of a service are text
    listed.data.data[0].avgTime * 2;
    // @ts-expect-error a service has a price
    void serviceCreate({ name: 'x', description: 'x', category: 'tiktok' });
    void serviceGetAll({ category: 'spotify-plays' });
    // @ts-expect-error a category is a text
    void serviceGetAll({ category: 1 });
    // @ts-expect-error a refused login is no 401
    void (status === 401);
    export * from './client.ts';
    export { hours, pictures };`;
  expect(compile(program)).toBe('');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#server/rest/calls.ts';
import { expectDocumented } from '#server/testing/rest.ts';
import { scriptClient } from './accounts.ts';
import { ownPanel } from './own-panel.ts';

/** The commands of docs/api.md, run unchanged. */
// The guide changes the catalogue.
const panel = await ownPanel();
const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8');
const script = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block).join('\n');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curl-'));
  // An error ends the script; a busy server is asked again. Each command's URL, status and response are recorded.
  writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nfail\nretry = 10\n');
  writeFileSync(join(folder, 'record.sh'), RECORD);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RECORD = `
curl() {
  local answer
  answer=$(command curl -w '\\n%{method} %{url} %{http_code}' "$@") || { echo "$answer" >&2; return 1; }
  echo "$answer" | tail -1 >>record
  echo "$answer" | sed '$d' >>record
  echo "$answer" | sed '$d'
}
`;

test('every command of the guide works, in order', async () => {
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', `. ./record.sh\n${script}`], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      CURL_HOME: folder,
      PANEL: panel.url,
      ADMIN: panel.admin.userName,
      ADMIN_PASSWORD: panel.admin.password,
      DATA_DIR: panel.dataDir,
    },
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [exitCode] = (await once(shell, 'close')) as [number];
  expect(exitCode, output).toBe(0);

  const lines = readFileSync(join(folder, 'record'), 'utf8').trim().split('\n');
  const walked = new Set<string>();
  for (let line = 0; line < lines.length; line += 2) {
    const operation = operationOf(lines[line] ?? '');
    walked.add(operation);
    expectDocumented(operation, 200, JSON.parse(lines[line + 1] ?? ''));
  }
  expect([...walked].toSorted()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).toSorted());

  const customer = scriptClient(panel.url);
  const { tokens } = await customer.auth.login.mutate({ userName: 'karim', password: 'the third and last' });
  const signedIn = scriptClient(panel.url, tokens.accessToken);
  expect(await signedIn.balance.get.query()).toEqual({ balanceNanos: 11_550_000_000 });
  expect((await signedIn.orders.list.query({})).items).toMatchObject([{ quantity: 1000, status: 'completed' }]);
});

test('the guide has every call, with its tRPC procedures', () => {
  const rows = new Map(
    [...guide.matchAll(/^\| `([A-Z]+ (?!\/exports\/)[^`]+)` \| [^|]+ \| (.+) \|$/gm)].map(
      ([, call = '', procedures = '']) => [call, procedures],
    ),
  );
  const documented = calls.map(({ method, path, procedure, alsoProcedures = [] }) => [
    `${method} ${path}`,
    [procedure, ...alsoProcedures].map((name) => `\`${name}\``).join(', '),
  ]);
  expect([...rows].toSorted()).toEqual(documented.toSorted());
});

/** `PUT http://localhost:3000/api/v1/service/approve/17 200` is `PUT /api/v1/service/approve/{id}`. */
function operationOf(line: string): string {
  const [method = '', url = ''] = line.split(' ');
  const { pathname } = new URL(url);
  const known = calls.find(
    (call) => call.method === method && new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return known ? `${method} ${known.path}` : line;
}

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#server/testing/app.ts';
import { dollars, makeService } from '#server/testing/factories.ts';
import { makeCustomer } from '#server/testing/people.ts';
import { micros } from '#shared/money.ts';
import { packClient } from './pack-client.ts';

/** The view of a developer whose script is outside the repository. */
const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const STRICT = ['--strict', '--noEmit', '--target', 'esnext', '--module', 'nodenext', '--types', 'node'];

const app = await testApp();
const customer = await makeCustomer(app, dollars(20));
const service = await makeService(app.db, { priceMicros: micros(1_500_000), min: 10, max: 5000 });
const { secret: key } = await app.client(customer.accessToken).keys.create.mutate({
  name: 'outside',
  scopes: ['read', 'order'],
});

const folder = mkdtempSync(join(tmpdir(), 'outside-'));
let unpacked: string;

beforeAll(async () => {
  const file = await packClient(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--no-audit', '--no-fund', file, '@trpc/client@11.25.2', 'typescript@7', '@types/node@24'], {
    cwd: folder,
  });
  unpacked = join(folder, 'node_modules/panel-client');
  cpSync(join(root, 'client-package/try-outside.ts'), join(folder, 'try-outside.ts'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package is small, and its declarations name nothing of the server', () => {
  expect(readdirSync(unpacked).toSorted()).toEqual(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json']);
  const declarations = readFileSync(join(unpacked, 'index.d.ts'), 'utf8');
  const imported = new Set([...declarations.matchAll(/(?:^import .* from |import\()["']([^"']+)["']/gm)].map(([, name]) => name));
  expect([...imported].toSorted()).toEqual(['@trpc/client', '@trpc/server']);
  expect(declarations).not.toMatch(/fastify|drizzle|postgres|\bzod\b.*from|server\/|#shared|#db/i);
  expect(statSync(join(unpacked, 'index.js')).size).toBeLessThan(25_000);
});

test('a script outside the repository compiles, without skipping the checks of declarations', async () => {
  await run('npx', ['tsc', ...STRICT, 'try-outside.ts'], { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
});

test('it runs against a panel: lost answers, batches, errors, live changes, a wrong key', async () => {
  const proxy = await startProxy(app.url);
  const { stdout } = await run(process.execPath, ['try-outside.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PANEL_URL: proxy.url, PANEL_KEY: key },
    timeout: 60_000,
  });
  proxy.close();
  const results = Object.assign({}, ...stdout.trim().split('\n').map((line) => JSON.parse(line) as object));
  expect(results).toEqual({
    balance: '$20.00',
    order: ['pending', '$18.50', 24],
    repeated: [true, 2],
    requests: { sent: 2, requestIds: 1 },
    sentOnce: 'no_answer',
    many: [25, 10],
    tooMany: [service.min, service.max],
    notFound: 'not_found',
    wrongKey: 'unauthenticated',
    noPanel: 'no_answer',
    money: [1273, '10.1', '$10.10'],
    change: 'order',
    changeAfterCut: 'order',
    wrongKeyLive: 'unauthenticated',
  });
});

/** A proxy in front of a panel, which loses answers and cuts streams on command. */
async function startProxy(target: string) {
  let losesNext = false;
  let posts: string[] = [];
  let largestBatch = 0;
  const streams = new Set<Socket>();
  const commands: Record<string, () => unknown> = {
    'lose-answer'() {
      losesNext = true;
      posts = [];
    },
    requests: () => ({ sent: posts.length, requestIds: new Set(posts.map(requestIdIn)).size }),
    'largest-batch': () => largestBatch,
    'cut-streams': () => streams.forEach((socket) => socket.destroy()),
  };
  const server = createServer((incoming, answer) => {
    const [, command] = /^\/proxy\/(.+)$/.exec(incoming.url ?? '') ?? [];
    if (command) return answer.end(JSON.stringify(commands[command]?.() ?? null));
    void forward(incoming, answer);
  });

  async function forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const { pathname } = new URL(incoming.url ?? '', target);
    largestBatch = Math.max(largestBatch, pathname.split(',').length);
    if (incoming.method === 'POST') posts.push(body);
    const passed = request(target + incoming.url, { method: incoming.method, headers: incoming.headers }, (reply) => {
      if (incoming.method === 'POST' && losesNext) {
        losesNext = false;
        reply.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      if (reply.headers['content-type']?.startsWith('text/event-stream')) streams.add(incoming.socket);
      answer.writeHead(reply.statusCode ?? 0, reply.headers);
      reply.pipe(answer);
    });
    answer.on('close', () => passed.destroy());
    passed.on('error', () => incoming.socket.destroy());
    passed.end(body);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function requestIdIn(body: string): string {
  return /"requestId":"([^"]+)"/.exec(body)?.[1] ?? '';
}

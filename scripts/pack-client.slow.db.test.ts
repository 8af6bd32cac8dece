import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#db/testing/free-port.ts';
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
const { secret: orderKey } = await app.client(customer.accessToken).keys.create.mutate({
  name: 'only orders',
  scopes: ['order'],
});

const folder = mkdtempSync(join(tmpdir(), 'outside-'));
let unpacked: string;

beforeAll(async () => {
  const file = await packClient(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', file, '@trpc/client@11.25.2', 'typescript@7', '@types/node@24'],
    {
      cwd: folder,
    },
  );
  unpacked = join(folder, 'node_modules/panel-client');
  cpSync(join(root, 'client-package/try-outside.ts'), join(folder, 'try-outside.ts'));
  cpSync(join(root, 'examples'), folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package is small, and its declarations name nothing of the server', () => {
  const parts = ['admin', 'index', 'panel'].flatMap((name) =>
    ['cjs', 'd.cts', 'd.ts', 'js'].map((end) => `${name}.${end}`),
  );
  expect(readdirSync(unpacked).toSorted()).toEqual(['LICENSE', 'README.md', ...parts, 'package.json'].toSorted());
  const [ofCustomers, ofAdmins] = ['index|panel', 'admin'].map((names) =>
    parts
      .filter((file) => file.endsWith('.d.ts') && new RegExp(`^(${names})`).test(file))
      .map((file) => readFileSync(join(unpacked, file), 'utf8'))
      .join('\n'),
  );
  expect(ofCustomers).not.toMatch(/giveBalance|savedReplies: \{/);
  const declarations = `${ofCustomers}\n${ofAdmins}`;
  const imported = new Set(
    [...declarations.matchAll(/(?:^import .* from |import\()["']([^"']+)["']/gm)].map(([, name]) => name),
  );
  expect([...imported].filter((name) => !name?.startsWith('./')).toSorted()).toEqual(['@trpc/client', '@trpc/server']);
  expect(declarations).not.toMatch(/fastify|drizzle|postgres|\bzod\b.*from|server\/|#shared|#db/i);
  expect(statSync(join(unpacked, 'index.js')).size).toBeLessThan(25_000);
});

test('scripts outside the repository compile, without skipping the checks of declarations', async () => {
  const programs = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  expect(programs.length).toBeGreaterThan(3);
  await run('npx', ['tsc', ...STRICT, ...programs], { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
});

/** The same program for both kinds of modules. */
const ENTRIES = `import { createPanel, isPanelError } from 'panel-client';
import { createPanel as createAdminPanel, type PanelInputs } from 'panel-client/admin';

const panel = createPanel({ url: 'http://127.0.0.1:1', key: 'k', tries: 1 });
// @ts-expect-error the admin's procedures are in the other entry
void (() => panel.admin.orders);
// @ts-expect-error closed to keys
void (() => panel.keys);
// @ts-expect-error closed to keys
void (() => panel.webhooks.rollSecret);
void (() => panel.webhooks.create.mutate({ url: 'https://example.com/', events: ['order.changed'] }));
const adminPanel = createAdminPanel({ url: 'http://127.0.0.1:1', key: 'k', tries: 1 });
const decision: PanelInputs['admin']['orders']['decide'] = { id: 1, decision: 'complete' };
// @ts-expect-error closed to keys
void (() => adminPanel.admin.users.setRole);
// @ts-expect-error closed to keys
void (() => adminPanel.admin.alarms);
// @ts-expect-error closed to keys
void (() => adminPanel.auth.login);
void (() => adminPanel.admin.stats.query());
const codeOf = (error: unknown) => (isPanelError(error) ? error.code : 'another');
void Promise.all([
  panel.auth.me.query().catch(codeOf),
  adminPanel.admin.orders.decide.mutate(decision).catch(codeOf),
  adminPanel.balance.get.query().catch(codeOf),
]).then((codes) => console.log(JSON.stringify(codes)));
`;

test.each(['cts', 'mts'])('both entries compile with `module: node16` and run from a file .%s', async (kind) => {
  const file = join(folder, `entries.${kind}`);
  writeFileSync(file, ENTRIES);
  const options = ['--strict', '--target', 'es2022', '--module', 'node16', '--types', 'node', '--outDir', 'built'];
  await run('npx', ['tsc', ...options, file], { cwd: folder }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  const { stdout } = await run(process.execPath, [`built/entries.${kind.replace('ts', 'js')}`], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(['no_answer', 'no_answer', 'no_answer']);
});

test('it runs against a panel: lost answers, batches, errors, live changes, a wrong key', async () => {
  const proxy = await startProxy(app.url);
  const { stdout } = await run(process.execPath, ['try-outside.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PANEL_URL: proxy.url, PANEL_KEY: key, ORDER_KEY: orderKey },
    timeout: 60_000,
  });
  proxy.close();
  const results = Object.assign(
    {},
    ...stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  );
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
    noScopeLive: 'key_scope_missing',
  });
});

describe('the examples', () => {
  const env = {
    PATH: process.env.PATH,
    PANEL_URL: app.url,
    PANEL_KEY: key,
    SERVICE_ID: String(service.id),
    REQUEST_ID: randomUUID(),
  };
  const hasPhp = spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0;
  const order = /Order \d+ is pending/;

  test.each([
    ['order.ts', process.execPath, order],
    ['safe-order.ts', process.execPath, order],
    ['order.py', 'python3', order],
    ['order.sh', 'bash', /"balanceNanos":\d+.*"order":\{"id":\d+.*"items":\[\{"id":\d+/],
    ['rest.sh', 'bash', /"success":true.*"success":true,"message":"Order","data":\{"_id":"\d+"/],
  ])('%s orders', async (file, program, prints) => {
    expect((await runExample(program, file, env)).replaceAll('\n', '')).toMatch(prints);
  });

  test.skipIf(!hasPhp)('order.php orders (needs PHP with curl)', async () => {
    expect(await runExample('php', 'order.php', env)).toMatch(order);
  });

  test('every call in the document of API v2 is answered', async () => {
    const document = readFileSync(join(root, 'docs/api-v2.md'), 'utf8');
    const calls = [...document.matchAll(/```sh\n([^]*?)```/g)].map(([, code = '']) => code);
    expect(calls.length).toBeGreaterThan(6);
    let placedId = '23501';
    for (const call of calls) {
      const script = call
        .replaceAll('curl https://panel.example', `curl -sS -w '\\n' ${app.url}`)
        .replaceAll('service=12', `service=${service.id}`)
        .replaceAll('23501', placedId);
      const { stdout } = await run('bash', ['-c', script], { env });
      for (const answer of stdout.trim().split('\n')) {
        expect(answer).not.toMatch(/Incorrect request|Invalid API key/);
        const { order: placed } = JSON.parse(answer) as { order?: number };
        if (placed) placedId = String(placed);
      }
    }
    expect(placedId).not.toBe('23501');
  });

  test('live.ts reports an order', async () => {
    const follower = startExample(process.execPath, ['live.ts'], env);
    await follower.until('Following');
    await runExample(process.execPath, 'order.ts', env);
    await follower.until(order);
    await follower.stop();
  });

  test.each([
    ['webhook.ts', process.execPath, ['webhook.ts']],
    ['webhook.py', 'python3', ['webhook.py']],
    ['webhook.php', 'php', ['-S', '127.0.0.1:PORT', 'webhook.php']],
  ])('%s accepts the deliveries that the panel signed', async (file, program, args) => {
    if (program === 'php' && !hasPhp) return;
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const port = await freePort();
    const receiver = startExample(
      program,
      args.map((arg) => arg.replace('PORT', String(port))),
      { ...env, WEBHOOK_SECRET: secret, PORT: String(port) },
    );
    const body = JSON.stringify({ type: 'order.changed', timestamp: new Date().toISOString(), data: { id: 17 } });
    const deliver = (signedWith: string[], at = new Date()) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signedWith.map((each) => new Webhook(each).sign('msg_1', at, body)).join(' '),
        },
      }).then(({ status }) => status);
    await vi.waitFor(async () => expect(await deliver([secret]), file).toBe(204), { timeout: 10_000, interval: 100 });
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    expect(await deliver([other])).toBe(400);
    // During a roll there are two signatures, and a receiver knows one of the secrets.
    expect([await deliver([other, secret]), await deliver([secret, other])]).toEqual([204, 204]);
    expect(await deliver([secret], new Date(Date.now() - 600_000))).toBe(400);
    await receiver.until('order.changed 17');
    await receiver.stop();
  });
});

async function runExample(program: string, file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run(program, [file], { cwd: folder, env, timeout: 30_000 });
  return stdout;
}

/** Starts an example that runs until it is stopped. */
function startExample(program: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd: folder, env });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close');
  return {
    async until(text: string | RegExp) {
      await expect.poll(() => printed).toMatch(text);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

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

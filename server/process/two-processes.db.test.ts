import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startDurableDatabase, type TestDatabase } from '#db/testing/database.ts';
import { createPasswords } from '../base/identity/passwords.ts';
import { createAdmin } from '../features/users/create-admin.ts';
import { launchServer, type Panel } from '../testing/panel.ts';

/** For a machine that runs all other tests at the same time. */
const PATIENCE_MS = 180_000;
const METRICS_TOKEN = 'a token of this test';
const ADMIN = { userName: 'keeper', password: 'a long admin password' };

const cleanUps: (() => Promise<void>)[] = [];
const onEnd = (cleanUp: () => Promise<void>) => void cleanUps.unshift(cleanUp);

let database: TestDatabase;
let panel: Panel;
const startServer = async (processes: string) => {
  const server = await launchServer({
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PROCESSES: processes,
    REGISTRATIONS_PER_HOUR_PER_ADDRESS: '2',
    JWT_SECRET: 'a secret of this test that is long enough to be one',
    METRICS_TOKEN,
  });
  onEnd(server.kill);
  return server;
};
beforeAll(async () => {
  database = await startDurableDatabase();
  onEnd(() => database.drop());
  panel = await startServer('2');
  await panel.ready();
  await panel.hasPrinted('Server listening', 2);
  await createAdmin(database.db, createPasswords(), ADMIN);
}, PATIENCE_MS);
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
}, PATIENCE_MS);

it('synchronizes sessions, blocks and limits of two processes at once', {
  timeout: PATIENCE_MS,
}, async () => {
  // New connections alternate between processes, unless another client connects in between: of this many, both have some.
  const connections = Array.from({ length: 8 }, keptConnection);
  const [one, other] = connections as [Connection, Connection];

  const customer = (await one.call('auth.register', registration('first'))).data as SignedIn;
  for (const connection of connections)
    expect((await connection.call('auth.me', undefined, customer)).status).toBe(200);
  expect((await other.call('auth.register', registration('second'))).status).toBe(200);
  for (const connection of connections)
    expect((await connection.call('auth.register', registration('third'))).status).toBe(429);

  const admin = (await other.call('auth.login', ADMIN)).data as SignedIn;
  const block = { id: customer.user.id, blocked: true };
  expect((await other.call('admin.users.setBlocked', block, admin)).status).toBe(200);
  for (const connection of connections)
    expect((await connection.call('auth.me', undefined, customer)).status).toBe(403);

  // Proof of two processes: when one is killed, its connections end, and the others continue.
  const sockets = connections.flatMap((connection) => [...connection.sockets]);
  expect(sockets).toHaveLength(connections.length);
  const firstEnd = Promise.race(sockets.map((socket) => once(socket, 'close')));
  process.kill(panel.workerPid(0), 'SIGKILL');
  await firstEnd;
  const after = await Promise.all(connections.map(({ call }) => call('auth.me', undefined, admin).catch(() => null)));
  const wentOn = after.filter((answer, at) => answer?.status === 200 && connections[at]?.sockets.size === 1);
  expect(wentOn.length).toBeGreaterThan(0);
  expect(wentOn.length).toBeLessThan(connections.length);
});

it('of two servers one leads, and the other one as soon as that is away', { timeout: PATIENCE_MS }, async () => {
  const other = await startServer('1');
  await other.ready();
  await vi.waitFor(async () => {
    const all = [...(await seriesOf(panel, 'leader')), ...(await seriesOf(other, 'leader'))];
    expect(all.sort()).toEqual(['0', '1']);
    // The leader checks the ledger.
    expect([...(await seriesOf(panel, 'ledger_drift')), ...(await seriesOf(other, 'ledger_drift'))]).toEqual(['0']);
  }, PATIENCE_MS);
  await panel.kill();
  await vi.waitFor(async () => {
    expect(await seriesOf(other, 'leader')).toEqual(['1']);
    expect(await seriesOf(other, 'ledger_drift')).toEqual(['0']);
  }, PATIENCE_MS);
});

/** A metric's value in each process that has it. */
async function seriesOf({ url }: Panel, metric: string): Promise<string[]> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(`${metric}{`));
  return lines.map((line) => line.split(' ').at(-1) ?? '');
}

type Connection = ReturnType<typeof keptConnection>;

interface SignedIn {
  user: { id: number };
  tokens: { accessToken: string };
}

function registration(userName: string) {
  const password = 'correct horse battery';
  const email = `${userName}@example.com`;
  return { userName, name: 'Some Body', email, phone: '+8801700000000', password, confirmPassword: password };
}

/** Calls over one connection, as long as it is open; without an input as a query. */
function keptConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onEnd(async () => agent.destroy());
  const sockets = new Set<Socket>();
  const call = async (procedure: string, input?: unknown, { tokens }: Partial<SignedIn> = {}) => {
    const sent = request(`${panel.url}/trpc/${procedure}`, {
      agent,
      method: input === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}),
      },
    });
    sent.once('socket', (socket) => sockets.add(socket));
    sent.end(input === undefined ? undefined : JSON.stringify(input));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const { result } = JSON.parse(text) as { result?: { data: unknown } };
    return { status: response.statusCode, data: result?.data };
  };
  return { call, sockets };
}

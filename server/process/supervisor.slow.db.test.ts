import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { waitForEnd } from '#db/embedded/processes.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { startDurableDatabase, type TestDatabase } from '#db/testing/database.ts';
import { freePort } from '#db/testing/free-port.ts';
import { launchServer } from '../testing/panel.ts';

const SECRET = 'a secret of this test that is long enough to be one';
/** For a machine that runs all other tests at the same time. */
const PATIENCE_MS = 180_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDurableDatabase();
}, PATIENCE_MS);
afterAll(() => database.drop(), PATIENCE_MS);

const start = async (env: Record<string, string> = {}) => {
  const panel = await launchServer({ DATABASE_URL: database.url, JWT_SECRET: SECRET, ...env });
  onTestFinished(panel.kill, PATIENCE_MS);
  return panel;
};

const startReady = async (env: Record<string, string> = {}) => {
  const panel = await start(env);
  await panel.ready();
  // The supervisor knows that it serves, too.
  await panel.hasPrinted('the background worker started');
  return panel;
};

describe('the supervisor', { timeout: PATIENCE_MS }, () => {
  it('lets its worker load while the database starts', async () => {
    const panel = await startReady({ DATABASE_URL: '' });
    const begun = ['worker 0 started', 'PostgreSQL started'].map((text) => panel.output().indexOf(text));
    expect(begun).toEqual(begun.toSorted((one, other) => one - other));
    expect(begun).not.toContain(-1);
  });

  it('recovers after its worker, its database and both were killed, and after it was killed itself', async () => {
    const { dataDir, remove } = newDataDir();
    onTestFinished(remove);
    const env = { DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(await freePort()) };
    const panel = await startReady(env);

    const [firstWorker, firstPostgres] = [panel.workerPid(), panel.postgresPid()];
    process.kill(firstWorker, 'SIGKILL');
    await panel.hasPrinted('worker 0 ended (ended by SIGKILL)');
    await panel.ready();
    expect(panel.workerPid()).not.toBe(firstWorker);

    process.kill(firstPostgres, 'SIGKILL');
    await panel.hasPrinted('PostgreSQL started again');
    await panel.ready();

    const secondWorker = panel.workerPid();
    for (const pid of [panel.postgresPid(), secondWorker]) process.kill(pid, 'SIGKILL');
    await panel.hasPrinted('PostgreSQL started again', 2);
    await panel.hasPrinted('worker 0 started', 3);
    await panel.ready();
    expect(panel.workerPid()).not.toBe(secondWorker);

    const thirdWorker = panel.workerPid();
    process.kill(panel.pid, 'SIGKILL');
    // It holds the port until then.
    expect(await waitForEnd(thirdWorker, PATIENCE_MS)).toBe(true);
    const next = await startReady(env);
    process.kill(next.pid, 'SIGTERM');
    expect(await next.ended).toBe(0);
    expect(await waitForEnd(next.postgresPid(), PATIENCE_MS)).toBe(true);
  });

  it('finishes requests in flight after two simultaneous signals, and exits cleanly with idle sockets', async () => {
    const panel = await startReady();
    const spare = await openSocket(panel.url);
    const login = await loginThatWaits(panel.url);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(panel.pid, signal);
    // As a terminal does: workers ignore it.
    process.kill(panel.workerPid(), 'SIGINT');
    await panel.hasPrinted('Stopping: SIG');
    await login.goOn();

    const answer = await login.answer;
    expect(answer).toMatchObject({ status: 401, connection: 'close' });
    expect(answer.text).toContain('"domainCode":"invalid_credentials"');
    expect(await panel.ended).toBe(0);
    expect(await waitForEnd(panel.workerPid(), PATIENCE_MS)).toBe(true);
    if (!spare.closed) await once(spare, 'close');
  });

  it('exits at once on a second signal, later', async () => {
    const panel = await startReady();
    const login = await loginThatWaits(panel.url);
    const impatience = setInterval(() => panel.child.kill('SIGINT'), 300);
    expect(await panel.ended.finally(() => clearInterval(impatience))).toBe(1);
    expect(await waitForEnd(panel.workerPid(), PATIENCE_MS)).toBe(true);
    await expect(login.answer).rejects.toThrow();
    await login.goOn();
  });

  it('reports in one sentence that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const panel = await start({ HOST: '127.0.0.1', PORT: String(port) });
    expect(await panel.ended).toBe(1);
    expect(panel.output()).toContain(`Could not start: Port ${port} is taken by another program.`);
    expect(await waitForEnd(panel.workerPid(), PATIENCE_MS)).toBe(true);
  });

  it('refuses an unknown secret, and names the command that accepts it', async () => {
    await startReady().then(async (panel) => {
      process.kill(panel.pid, 'SIGTERM');
      await panel.ended;
    });
    const panel = await start({ JWT_SECRET: `${SECRET}, but another one` });
    expect(await panel.ended).toBe(1);
    expect(panel.output()).toMatch(/Could not start: JWT_SECRET is not the one .* npm run secret:accept/);
  });
});

/** A login that waits for a table which the test locks until `goOn`. */
async function loginThatWaits(url: string) {
  const locked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const lock = database.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users in access exclusive mode`);
    locked.resolve();
    await done.promise;
  });
  const goOn = async () => {
    done.resolve();
    await lock;
  };
  onTestFinished(goOn);
  await locked.promise;
  for (;;) {
    const login = sendLogin(url);
    // A worker on a busy machine refuses requests while it starts.
    while (!login.hasAnswer()) if (await aLoginWaits()) return { answer: login.answer, goOn };
    await login.answer;
  }
}

function sendLogin(url: string) {
  let isOver = false;
  const answer = post(url, 'auth.login', { userName: 'nobody', password: 'whatever it is' });
  answer.catch(() => undefined).finally(() => (isOver = true));
  return { answer, hasAnswer: () => isOver };
}

/** Background work may wait for the table, too. */
async function aLoginWaits(): Promise<boolean> {
  const [row] = await database.db.$client<{ waiting: boolean }[]>`
    select exists (select from pg_locks join pg_stat_activity using (pid)
      where not granted and relation = 'users'::regclass and query like '%folded($1)%') as waiting`;
  return row?.waiting === true;
}

/** `fetch` does not show whether the connection will be closed. */
async function post(url: string, procedure: string, input: unknown) {
  const sent = request(`${url}/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    agent: new Agent({ keepAlive: true }),
  });
  sent.end(JSON.stringify(input));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, connection: response.headers.connection, text };
}

async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connectSocket({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

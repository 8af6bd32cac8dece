import { expect, onTestFinished, test, vi } from 'vitest';
import { startDurableDatabase } from '#db/testing/database.ts';
import { freePort } from '#db/testing/free-port.ts';
import { launchServer } from '../testing/panel.ts';

const TOKEN = 'a token of this test';
const PATIENCE_MS = 120_000;

async function textAt(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
}

test('both endpoints of the metrics show every process, and restarts', { timeout: PATIENCE_MS }, async () => {
  const metricsPort = await freePort();
  const panel = await launchServer({
    JWT_SECRET: 'a secret of this test that is long enough to be one',
    PROCESSES: '2',
    METRICS_PORT: String(metricsPort),
    METRICS_TOKEN: TOKEN,
  });
  onTestFinished(panel.kill, PATIENCE_MS);
  await panel.ready();
  await panel.hasPrinted('worker 1 started');

  const endpoints = [
    () => textAt(`http://127.0.0.1:${metricsPort}`),
    () => textAt(panel.url, { authorization: `Bearer ${TOKEN}` }),
  ];
  for (const endpoint of endpoints) {
    await vi.waitFor(async () => {
      const text = await endpoint();
      for (const slot of [0, 1]) expect(text).toContain(`database_away{process="${slot}"} 0`);
      expect(text.match(/^ledger_drift\{/gm)).toHaveLength(1);
      expect(text.match(/^# TYPE ledger_drift /gm)).toHaveLength(1);
    }, PATIENCE_MS);
  }

  process.kill(panel.workerPid(), 'SIGKILL');
  await vi.waitFor(async () => {
    for (const endpoint of endpoints)
      expect(await endpoint()).toContain('restarts_total{part="workers",process="0"} 1');
  }, PATIENCE_MS);
});

test('the database is away while its server is stopped, although no request asks for it', {
  timeout: PATIENCE_MS,
}, async () => {
  const database = await startDurableDatabase();
  const panel = await launchServer({ DATABASE_URL: database.url, METRICS_TOKEN: TOKEN });
  onTestFinished(panel.kill, PATIENCE_MS);
  await panel.ready();
  const isAway = async (value: number) =>
    expect(await textAt(panel.url, { authorization: `Bearer ${TOKEN}` })).toContain(
      `database_away{process="0"} ${value}`,
    );
  await isAway(0);
  await database.drop();
  await vi.waitFor(() => isAway(1), PATIENCE_MS);
});

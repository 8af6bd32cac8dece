import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import { listenForMetrics } from './listen.ts';

function newLog() {
  return { info: vi.fn<(...args: unknown[]) => void>(), error: vi.fn<(...args: unknown[]) => void>() };
}

test('only the metrics are served on a port of this machine', async () => {
  const listener = listenForMetrics({ port: 0, text: async () => 'up 1\n', log: newLog() });
  const port = await vi.waitFor(() => listener.port() ?? expect.fail('it does not listen'));
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await answer.text()).toBe('up 1\n');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await listener.stop();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

test("a page whose name resolves to this machine reads nothing: only the machine's and configured names are accepted", async () => {
  const listener = listenForMetrics({
    port: 0,
    hosts: ['Metrics.internal'],
    text: async () => 'up 1\n',
    log: newLog(),
  });
  const port = await vi.waitFor(() => listener.port() ?? expect.fail('it does not listen'));
  const own = ['127.0.0.1', '[::1]', '10.0.0.7', 'localhost', 'LOCALHOST', hostname(), 'metrics.internal'];
  for (const host of own)
    for (const end of ['', `:${port}`]) expect([host, await statusFor(port, host + end)]).toEqual([host, 200]);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.evil.example', '['])
    expect([host, await statusFor(port, host)]).toEqual([host, 421]);
  await listener.stop();
});

async function statusFor(port: number, host: string): Promise<number | undefined> {
  const [response] = (await once(
    request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }).end(),
    'response',
  )) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test('a port in use is logged once, and retried until it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const log = newLog();
  const listener = listenForMetrics({ port, text: async () => 'up 1\n', log, retryMs: 1 });
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled());
  other.close();
  await vi.waitFor(() => expect(listener.port()).toBe(port), 20_000);
  expect(log.error).toHaveBeenCalledOnce();
  await listener.stop();
});

test('an error of the metrics is logged, and answered', async () => {
  const log = newLog();
  const listener = listenForMetrics({ port: 0, text: () => Promise.reject(new Error('no')), log });
  const port = await vi.waitFor(() => listener.port() ?? expect.fail('it does not listen'));
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500);
  expect(log.error).toHaveBeenCalledOnce();
  await listener.stop();
});

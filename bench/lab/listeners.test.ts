import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenersOn } from './listeners.ts';

test('a process is found by the port it listens on, and no longer once it has closed it', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  expect(listenersOn(port, [process.pid, process.ppid])).toEqual([process.pid]);

  server.close();
  await once(server, 'close');
  expect(listenersOn(port, [process.pid])).toEqual([]);
});

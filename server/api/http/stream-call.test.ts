import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createStreamCalls } from './stream-call.ts';

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

/** A server whose one subscription yields the given values. */
async function serve(values: (signal: AbortSignal) => AsyncIterable<unknown>, pingEveryMs = 3_600_000) {
  const streams = createStreamCalls({ pingEveryMs });
  const app = Fastify();
  const stream = { subscribe: async (signal: AbortSignal) => values(signal), shapeOf: () => ({}), onError: () => {} };
  app.get('/', async (_request, reply) => streams.send(reply, stream));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  opened.push({ close: () => app.close() }, { close: () => streams.stop() });
  return Number(new URL(url).port);
}

async function ask(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  opened.unshift({ close: () => socket.destroy() });
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: panel.test\r\n\r\n');
  return socket;
}

test('a client that does not read is disconnected, however much is sent', async () => {
  const ended = Promise.withResolvers<number>();
  const port = await serve(async function* (signal) {
    let yielded = 0;
    try {
      for (; !signal.aborted; yielded++) {
        yield 'x'.repeat(10_000);
        await new Promise(setImmediate);
      }
    } finally {
      ended.resolve(yielded);
    }
  });
  const socket = await ask(port);
  socket.pause();
  // Only what the kernels buffer for a connection, some megabytes on one machine.
  expect(await ended.promise).toBeLessThan(5_000);
});

test('a quiet stream sends pings, and continues', async () => {
  const told = Promise.withResolvers<void>();
  const port = await serve(async function* () {
    await told.promise;
    yield 'at last';
  }, 20);
  const socket = await ask(port);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  await expect.poll(() => text.split('event: ping').length).toBeGreaterThan(3);
  told.resolve();
  await expect.poll(() => text).toContain('data: "at last"\n\n');
  await expect.poll(() => text).toContain('event: return\n');
});

test('a client that disconnects is noticed', async () => {
  const left = Promise.withResolvers<void>();
  const port = await serve(async function* (signal) {
    yield 'something';
    await once(signal, 'abort');
    left.resolve();
  });
  const socket = await ask(port);
  await once(socket, 'data');
  socket.destroy();
  await left.promise;
});

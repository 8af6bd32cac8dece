import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { send } from '../apis.ts';
import { testApp } from '../app.ts';

/** In a separate file, because it lasts as long as the server's timeout. */
const app = await testApp();

describe.concurrent('23 floods: slow clients', { timeout: 90_000 }, () => {
  const head = 'POST /trpc/auth.login HTTP/1.1\r\nhost: panel\r\ncontent-type: application/json\r\n';

  test.each([
    ['a body that never ends', `${head}content-length: 1000\r\n\r\n{"userName":`],
    ['headers that never end', head],
  ])('%s is disconnected, and delays nobody', async (_, sent) => {
    const { port } = new URL(app.url);
    const sockets = Array.from({ length: 20 }, () => connect(Number(port), '127.0.0.1'));
    const closed = sockets.map((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(sent);
      return once(socket, 'close');
    });
    expect((await send(app, 'GET', '/livez')).status).toBe(200);
    await Promise.all(closed);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HttpConnection, TimeoutError } from './http-connection.ts';

const server = createServer((request, response) => {
  if (request.url === '/chunked') {
    response.write('one');
    setImmediate(() => response.end('two'));
  } else if (request.url === '/nothing') response.writeHead(304).end();
  else if (request.url === '/end') response.destroy();
  else if (request.url === '/never') return;
  else request.setEncoding('utf8').on('data', (body) => response.end(`heard ${body}`));
});
let connection: HttpConnection;

beforeEach(async () => {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  connection = await HttpConnection.open(new URL(`http://127.0.0.1:${port}`));
});
afterEach(() => connection.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: here\r\n\r\n`;

test('responses of any framing follow each other on one connection', async () => {
  expect(await connection.ask(get('/chunked'))).toMatchObject({ status: 200, body: expect.stringContaining('two') });
  expect(await connection.ask(get('/nothing'))).toEqual({ status: 304, body: '' });
  const post = 'POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 2\r\n\r\nhi';
  expect(await connection.ask(post)).toEqual({ status: 200, body: 'heard hi' });
  server.closeIdleConnections();
});

test('a request without a response in time fails', async () => {
  await expect(connection.ask(get('/never'), 50)).rejects.toThrow(TimeoutError);
});

test('a connection that ends fails its request and every later one', async () => {
  await expect(connection.ask(get('/end'))).rejects.toThrow('has ended');
  await expect(connection.ask(get('/nothing'))).rejects.toThrow('has ended');
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a gateway in front of a supplier does with a call. */
export type GatewayFate =
  | 'pass'
  /** The connection is reset before the supplier has the call. */
  | 'lose_request'
  /** The supplier answers, and the connection is reset. */
  | 'lose_answer'
  /** The supplier answers, and the gateway answers with its own page and status 504. */
  | 'page_504'
  /** The supplier answers, and the gateway answers with a page and status 200. */
  | 'page_200';

/**
 * A gateway on loopback in front of a panel's API v2.
 * @param fateOf decides about each call, by its form
 */
export async function startLossyGateway(target: string, fateOf: (form: URLSearchParams) => GatewayFate) {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const fate = fateOf(new URLSearchParams(body.toString()));
    const reset = () => void response.socket?.resetAndDestroy();
    if (fate === 'lose_request') return reset();
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const answered = await fetch(target, { method: 'POST', headers, body, redirect: 'manual' });
    const text = await answered.text();
    if (fate === 'lose_answer') return reset();
    if (fate === 'pass') {
      response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text);
      return;
    }
    const status = fate === 'page_504' ? 504 : 200;
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Gateway Time-out</h1>');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

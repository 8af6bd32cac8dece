import { once } from 'node:events';
import { createServer } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { EXPOSITION_TYPE } from './metrics.ts';

interface ListenOptions {
  port: number;
  /** Accepted `Host` names, in addition to those of this machine. */
  hosts?: string[];
  /** The response for Prometheus. */
  text: () => Promise<string>;
  log: Pick<Logger, 'error' | 'info'>;
  /** Between attempts to get a port that another process uses. */
  retryMs?: number;
}

const RETRY_MS = 5_000;

/**
 * Serves `/metrics` on a port that only this machine reaches, without a token. Requests through a foreign name that resolves to this
 * machine (DNS rebinding) are refused: only an IP address, this machine's names and `hosts` are accepted. If the port is in use, the
 * panel runs without it, logs it and retries.
 */
export function listenForMetrics({ port, hosts = [], text, log, retryMs = RETRY_MS }: ListenOptions) {
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 });
  let timer: NodeJS.Timeout | undefined;
  let hasRetryAfter = false;
  const names = new Set(['localhost', hostname(), ...hosts].map((name) => name.toLowerCase()));
  server.maxConnections = 20;
  server.on('request', (request, response) => {
    const host = hostIn(request.headers.host);
    if (!isIP(host) && !names.has(host)) return void response.writeHead(421).end();
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    void text().then(
      (body) => response.writeHead(200, { 'content-type': EXPOSITION_TYPE }).end(body),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  server.on('error', (error) => {
    if (!hasRetryAfter) log.error({ err: error }, `metrics can not be read on port ${port}`);
    hasRetryAfter = true;
    timer = setTimeout(listen, retryMs);
  });
  server.on('listening', () => log.info(`metrics on http://127.0.0.1:${addressOf()?.port}/metrics`));
  listen();
  return {
    /** Undefined while it does not listen. */
    port: () => addressOf()?.port,
    async stop(): Promise<void> {
      clearTimeout(timer);
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  /** Not through the primary process that shares the panel's port among all workers: this port belongs to one of them. */
  function listen(): void {
    server.listen({ host: '127.0.0.1', port, exclusive: true });
  }

  function addressOf(): { port: number } | undefined {
    const address = server.address();
    return address !== null && typeof address === 'object' ? address : undefined;
  }
}

/** A `Host` header without its port, and an IPv6 address without brackets. */
function hostIn(header = ''): string {
  return header
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

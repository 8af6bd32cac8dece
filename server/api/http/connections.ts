import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import { addressKey } from '../../base/limits/rate-limit.ts';
import { createOpenConnections } from './open-connections.ts';
import { type Reason, refuseConnections, refuseTunnel } from './refuse-connection.ts';
import { watchStalled } from './stalled-connections.ts';

export interface ConnectionLimits {
  /** In total. */
  maxConnections: number;
  /** Per address, or per /64 network of IPv6; customers of a mobile carrier share one. */
  maxConnectionsPerAddress: number;
  /** Proxies, by address or CIDR range. They have no limit, because all clients connect through them. */
  trustProxy: string[];
}

export interface ConnectionFigures {
  open: number;
  /** Since the start. */
  refused: Record<Reason, number>;
  /** Closed since the start: `stalled` clients do not read, `idle` ones made room for others. */
  closed: { stalled: number; idle: number };
}

export interface Connections {
  /** Creates a server whose connections are counted. Several servers share the counts. */
  createServer: (handler: RequestListener) => Server;
  figures: () => ConnectionFigures;
  sockets: () => Iterable<Socket>;
  /** Requests in flight; an event stream is one as long as it lasts. */
  inFlightOn: (socket: Socket) => number;
  isIdleFor: (socket: Socket, durationMs: number) => boolean;
  stop: () => void;
}

export interface ConnectionOptions {
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined;
  /** How often connections are checked for stalled ones. */
  checkEveryMs?: number | undefined;
  /** Headers of every response. */
  headers: Record<string, string>;
}

const CHECK_EVERY_MS = 5_000;

/** Disconnects clients that send headers or a body too slowly; the three values depend on each other. */
const TIMEOUTS = { requestTimeout: 20_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/** Longer than load balancers keep theirs, so that none sends a request into a closing connection. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Limits connections. At the limit an idle one is closed for the next. If none is idle, or above the limit of an address, a connection
 * is refused with a response. Clients that never read their responses are disconnected.
 */
export function limitConnections(
  { maxConnections, maxConnectionsPerAddress, trustProxy }: ConnectionLimits,
  { log, checkEveryMs = CHECK_EVERY_MS, headers }: ConnectionOptions,
): Connections {
  const open = createOpenConnections();
  const refused: Record<Reason, number> = { all: 0, address: 0 };
  const closed = { stalled: 0, idle: 0 };
  let logged = { refused: 0, idle: 0 };
  const isProxy = compile(trustProxy);
  const refuse = refuseConnections(headers);
  const closeStalled = watchStalled();
  const timer = setInterval(check, checkEveryMs);
  timer.unref();

  return {
    createServer(handler) {
      const server = createServer({ ...TIMEOUTS, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
        const { socket } = request;
        open.began(socket);
        response.once('close', () => open.ended(socket));
        handler(request, response);
      });
      server.on('connect', refuseTunnel(headers));
      const [serve] = server.listeners('connection');
      server.removeAllListeners('connection');
      server.on('connection', (socket: Socket) => {
        const reason = admit(socket);
        if (!reason) return void serve?.call(server, socket);
        refused[reason]++;
        refuse(socket, reason);
      });
      return server;
    },
    figures: () => ({ open: open.count(), refused: { ...refused }, closed: { ...closed } }),
    sockets: open.sockets,
    inFlightOn: open.inFlightOn,
    isIdleFor: open.isIdleFor,
    stop: () => clearInterval(timer),
  };

  /** @returns the reason of the refusal, or undefined once the connection is counted */
  function admit(socket: Socket): Reason | undefined {
    const address = socket.remoteAddress ?? '';
    const key = addressKey(address);
    if (open.countFrom(key) >= maxConnectionsPerAddress && !isProxy(address, 0)) return 'address';
    if (open.count() >= maxConnections && !makeRoom()) return 'all';
    open.add(socket, key);
    return undefined;
  }

  function makeRoom(): boolean {
    const idle = open.longestIdle();
    if (!idle) return false;
    open.close(idle);
    closed.idle++;
    return true;
  }

  function check(): void {
    const stalled = closeStalled(open.sockets());
    closed.stalled += stalled;
    if (stalled > 0) log?.warn({ connections: stalled }, 'closed connections that read nothing');
    const now = { refused: refused.all + refused.address, idle: closed.idle };
    // A line for each would flood the log.
    const state = { open: open.count() };
    if (now.refused > logged.refused)
      log?.warn({ connections: now.refused - logged.refused, ...state }, 'refused connections: too many are open');
    if (now.idle > logged.idle)
      log?.warn({ connections: now.idle - logged.idle, ...state }, 'closed idle connections to make room');
    logged = now;
  }
}

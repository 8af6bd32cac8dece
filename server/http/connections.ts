import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import { addressKey } from '../limits/rate-limit.ts';
import { type Reason, refuseConnections } from './refuse-connection.ts';
import { watchStalled } from './stalled-connections.ts';

export interface ConnectionLimits {
  /** In all. */
  maxConnections: number;
  /** From one address, or one /64 network of IPv6; customers of a mobile carrier share one. */
  maxConnectionsPerAddress: number;
  /** Proxies, by address or CIDR range: everybody comes through them, so they have no limit of their own. */
  trustProxy: string[];
}

export interface ConnectionFigures {
  open: number;
  /** Since the start. */
  refused: Record<Reason, number>;
  /** Closed since the start because the other side took nothing of what was sent. */
  stalled: number;
}

export interface Connections {
  /** Makes a server whose connections are counted and watched; those of several servers count together. */
  createServer: (handler: RequestListener) => Server;
  figures: () => ConnectionFigures;
  stop: () => void;
}

export interface ConnectionOptions {
  log?: Pick<FastifyBaseLogger, 'warn'> | undefined;
  /** How often connections are looked at. */
  lookEveryMs?: number | undefined;
}

const LOOK_EVERY_MS = 5_000;

/** A client that sends its body or its headers too slowly is cut off; the three belong together. */
const TIMEOUTS = { requestTimeout: 20_000, headersTimeout: 15_000, connectionsCheckingInterval: 5_000 };
/** Longer than balancers usually keep theirs, so that none of them sends a request into a connection that closes. */
const KEEP_ALIVE_MS = 72_000;

/**
 * Keeps connections from using up the process: beyond the limits they are refused with a clear answer, and those that never
 * read what they asked for are closed.
 */
export function keepConnectionsWithin(
  { maxConnections, maxConnectionsPerAddress, trustProxy }: ConnectionLimits,
  { log, lookEveryMs = LOOK_EVERY_MS }: ConnectionOptions,
): Connections {
  const open = new Set<Socket>();
  const openFrom = new Map<string, number>();
  const refused: Record<Reason, number> = { all: 0, address: 0 };
  let stalled = 0;
  let told = 0;
  const isProxy = compile(trustProxy);
  const refuse = refuseConnections();
  const closeStalled = watchStalled();
  const timer = setInterval(look, lookEveryMs);
  timer.unref();

  return {
    createServer(handler) {
      const server = createServer({ ...TIMEOUTS, keepAliveTimeout: KEEP_ALIVE_MS }, handler);
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
    figures: () => ({ open: open.size, refused: { ...refused }, stalled }),
    stop: () => clearInterval(timer),
  };

  /** @returns why it may not come in, or undefined once it is counted */
  function admit(socket: Socket): Reason | undefined {
    if (open.size >= maxConnections) return 'all';
    const address = socket.remoteAddress ?? '';
    const key = addressKey(address);
    const others = openFrom.get(key) ?? 0;
    if (others >= maxConnectionsPerAddress && !isProxy(address, 0)) return 'address';
    open.add(socket);
    openFrom.set(key, others + 1);
    socket.once('close', () => {
      open.delete(socket);
      const left = (openFrom.get(key) ?? 1) - 1;
      if (left > 0) openFrom.set(key, left);
      else openFrom.delete(key);
    });
    return undefined;
  }

  function look(): void {
    const closed = closeStalled(open);
    stalled += closed;
    if (closed > 0) log?.warn({ connections: closed }, 'closed connections that took nothing of what was sent');
    const now = refused.all + refused.address;
    // A line for each would be a flood of its own.
    if (now > told) log?.warn({ connections: now - told, open: open.size }, 'refused connections: too many are open');
    told = now;
  }
}

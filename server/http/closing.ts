import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { refusalBody } from './error-handler.ts';

interface ClosingOptions {
  /** How long the server still takes everything after it was asked to stop, so that balancers can turn away. */
  drainMs: number;
  /** After that: how long requests in flight have to be answered. */
  limitMs?: number;
}

export interface Closing {
  /** Whether the server was asked to stop. */
  hasBegun: () => boolean;
  /** A request on this connection is being answered outside the app's hooks. */
  began: (socket: Socket) => void;
  /** Its answer has left. */
  ended: (socket: Socket) => void;
  /** How many requests are being answered on this connection. */
  inFlightOn: (socket: Socket) => number;
}

const LIMIT_MS = 8_000;
const LOOK_EVERY_MS = 20;
/**
 * A client that has just connected, or been answered, may be sending a request already; the answer to that one says
 * goodbye.
 */
const IDLE_FOR_MS = 250;
/** For the last answers to leave. */
const FLUSH_MS = 200;

/** What a connection is at. */
interface Use {
  inFlight: number;
  /** Those that the app is to answer. A set of all of them would keep what has left it until the next full garbage collection. */
  replies: FastifyReply[];
  /** Since when nothing was in flight. */
  quietSinceMs: number;
  /** What had been read by then; what is more is part of a next request. */
  bytesRead: number;
}

/**
 * Makes `app.close()` end in order and in time: every answer says that the connection closes, idle connections are
 * closed again and again, those too that browsers open ahead of a request that never comes, and what still runs at the
 * limit is answered with `busy` and cut off. To be called before any other hook is added.
 */
export function closeInOrder(app: FastifyInstance, { drainMs, limitMs = LIMIT_MS }: ClosingOptions): Closing {
  const uses = trackConnections(app);
  const began = (socket: Socket) => beginUse(uses.get(socket));
  const ended = (socket: Socket) => endUse(socket, uses.get(socket));
  trackRequests(app, uses);
  const inFlight = () => [...uses.values()].flatMap(({ replies }) => replies);
  let begun = false;
  let closed: Promise<void> | undefined;

  app.addHook('preClose', async () => {
    begun = true;
    const ports = new Set(app.addresses().flatMap((address) => (typeof address === 'string' ? [] : address.port)));
    for (const reply of inFlight()) if (!reply.raw.headersSent) reply.header('connection', 'close');
    await sleep(drainMs);
    const startedMs = performance.now();
    const sockets = () => socketsAt(ports);
    closed = closeAll(sockets, startedMs + limitMs);
    // Node itself closes idle connections the moment it stops to listen, however short they have been idle.
    while (sockets().length > 0 && performance.now() - startedMs < IDLE_FOR_MS) await sleep(LOOK_EVERY_MS);
  });
  // Beside the server that Fastify waits for there may be one for the other address of localhost.
  app.addHook('onClose', () => closed);
  return { hasBegun: () => begun, began, ended, inFlightOn: (socket) => uses.get(socket)?.inFlight ?? 0 };

  function socketsAt(ports: Set<number>): Socket[] {
    return [...uses.keys()].filter(({ localPort }) => localPort !== undefined && ports.has(localPort));
  }

  async function closeAll(sockets: () => Socket[], untilMs: number): Promise<void> {
    while (performance.now() < untilMs) {
      if (!app.server.listening && sockets().length === 0) return;
      for (const socket of sockets()) if (isIdle(socket, uses.get(socket))) socket.destroy();
      await sleep(LOOK_EVERY_MS);
    }
    for (const reply of inFlight()) refuse(reply);
    await sleep(FLUSH_MS);
    for (const socket of sockets()) socket.destroy();
  }
}

/**
 * Every connection that comes in while the app is open. Node tells of those of the whole process; Fastify does not show
 * its server for localhost's second address.
 */
function trackConnections(app: FastifyInstance): Map<Socket, Use> {
  const uses = new Map<Socket, Use>();
  const opened = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    uses.set(socket, { inFlight: 0, replies: [], quietSinceMs: performance.now(), bytesRead: 0 });
    socket.once('close', () => uses.delete(socket));
  };
  app.addHook('onReady', async () => subscribe('net.server.socket', opened));
  app.addHook('onClose', async () => {
    unsubscribe('net.server.socket', opened);
  });
  return uses;
}

function trackRequests(app: FastifyInstance, uses: Map<Socket, Use>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const use = uses.get(socket);
    beginUse(use);
    use?.replies.push(reply);
    reply.raw.on('close', () => {
      use?.replies.splice(use.replies.indexOf(reply), 1);
      endUse(socket, use);
    });
    done();
  });
}

function beginUse(use: Use | undefined): void {
  if (use) use.inFlight++;
}

function endUse(socket: Socket, use: Use | undefined): void {
  if (!use) return;
  use.inFlight--;
  use.quietSinceMs = performance.now();
  use.bytesRead = socket.bytesRead;
}

function isIdle(socket: Socket, use: Use | undefined): boolean {
  if (!use || use.inFlight > 0 || socket.bytesRead !== use.bytesRead) return false;
  return performance.now() - use.quietSinceMs > IDLE_FOR_MS;
}

/** Nobody knows what became of the request; with the same request id it can be sent again. */
function refuse(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) return;
  const body = refusalBody(reply.request, 503, 'busy');
  void reply.code(503).headers({ connection: 'close', 'retry-after': '1' }).send(body);
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, withAddress } from '../connection.ts';

/** Changes the bytes of one connection; by default they pass unchanged. */
export interface Alterations {
  toServer?: (chunk: Buffer) => Buffer;
  toClient?: (chunk: Buffer) => Buffer;
}

export interface Proxy {
  /** Leads through the proxy to the database of `target`. */
  url: string;
  /** Cuts every connection off at once, as a restarted machine on the way does. */
  reset(): void;
  /**
   * While it is on, nothing that is sent arrives, and nobody is told. A connection that has lost something stays silent for good, as TCP
   * delivers nothing behind a gap. New connections work once it is off.
   */
  swallow(on: boolean): void;
  /**
   * Each open connection loses this many bytes from the middle of the server's next chunk and goes on as if nothing had happened. 0 takes
   * that back while the server has said nothing.
   */
  gap(bytes: number): void;
  /** Delays everything that is sent; 0 for not at all. */
  delay(delayMs: number): void;
  /** Round trips: how often a client sent something after it had heard from the server. */
  turns(): number;
  /** While it is on, new connections are refused; open ones stay. */
  refuse(on: boolean): Promise<void>;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** The database's URL in any form that `openSql` takes, also of a unix socket. */
  target: string;
  /** Called once for each connection. */
  alter?: () => Alterations;
}

/** Starts a TCP proxy in front of a PostgreSQL that does to its connections what networks do. */
export async function startProxy({ target, alter = () => ({}) }: ProxyOptions): Promise<Proxy> {
  const open = new Set<Socket>();
  const lines = new Set<Line>();
  let isSwallowing = false;
  let delayMs = 0;
  let turns = 0;

  const server = createServer((client) => {
    const upstream = connect(addressOf(target));
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => open.delete(socket));
    }
    const line: Line = { hasLost: false, gapBytes: 0 };
    lines.add(line);
    upstream.on('close', () => lines.delete(line));
    let heard = true;
    upstream.on('data', () => (heard = true));
    client.on('data', () => {
      if (heard) turns++;
      heard = false;
    });
    const { toServer, toClient = (chunk) => withGap(chunk, line) } = alter();
    carry(client, upstream, line, toServer);
    carry(upstream, client, line, toClient);
    // A connection that its client gave up is given up here, too, even if it has lost something.
    client.on('close', () => line.hasLost && upstream.destroy());
  });
  await listen(0);
  const { port } = server.address() as { port: number };

  return {
    url: withAddress(target, { host: '127.0.0.1', port }),
    reset() {
      for (const socket of open) cutOff(socket);
    },
    swallow(on) {
      isSwallowing = on;
    },
    gap(bytes) {
      for (const line of lines) line.gapBytes = bytes;
    },
    delay(ms) {
      delayMs = ms;
    },
    turns: () => turns,
    async refuse(on) {
      if (on) server.close();
      else if (!server.listening) await listen(port);
    },
    async close() {
      server.close();
      const closed = [...open].map((socket) => once(socket, 'close'));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
    },
  };

  async function listen(atPort: number): Promise<void> {
    server.listen(atPort, '127.0.0.1');
    await once(server, 'listening');
  }

  /** One direction of one connection. Chunks and the end keep their order. */
  function carry(from: Socket, to: Socket, line: Line, altered = (chunk: Buffer) => chunk): void {
    let sent = Promise.resolve();
    from.on('data', (said) => {
      const chunk = altered(said);
      line.hasLost ||= isSwallowing;
      const arrived = delayMs > 0 ? sleep(delayMs) : undefined;
      sent = sent.then(async () => {
        await arrived;
        if (!line.hasLost && to.writable) to.write(chunk);
      });
    });
    from.on('error', () => cutOff(to));
    from.on('close', () => void sent.then(() => !line.hasLost && to.end()));
  }
}

/** One connection of a client, with the server's behind it. */
interface Line {
  hasLost: boolean;
  /** How much of the server's next chunk gets lost. */
  gapBytes: number;
}

function withGap(chunk: Buffer, line: Line): Buffer {
  if (line.gapBytes === 0) return chunk;
  const bytes = Math.min(line.gapBytes, chunk.length);
  line.gapBytes = 0;
  const from = Math.floor((chunk.length - bytes) / 2);
  return Buffer.concat([chunk.subarray(0, from), chunk.subarray(from + bytes)]);
}

/** By a reset if it is TCP; a unix socket has no address. */
function cutOff(socket: Socket): void {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

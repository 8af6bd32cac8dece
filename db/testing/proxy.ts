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
  /** Connects through the proxy to the database of `target`. */
  url: string;
  /** Resets every connection at once, as a restarted network device does. */
  reset(): void;
  /**
   * While on, packets are lost without an error. A connection that lost something stays silent, because TCP delivers nothing after a
   * gap. New connections work once it is off.
   */
  swallow(on: boolean): void;
  /**
   * Each open connection loses this many bytes from the middle of the server's next chunk and continues without an error. 0 cancels it
   * if the server has sent nothing yet.
   */
  gap(bytes: number): void;
  /** Delays everything that is sent; 0 for no delay. */
  delay(delayMs: number): void;
  /** Round trips: how often a client sent something after it had received something from the server. */
  turns(): number;
  /** While on, new connections are refused; open ones stay. */
  refuse(on: boolean): Promise<void>;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** The database's URL in any form that `openSql` accepts, also of a unix socket. */
  target: string;
  /** Called once for each connection. */
  alter?: () => Alterations;
}

/** Starts a TCP proxy in front of PostgreSQL that simulates network failures. */
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
    // A connection that its client closed is closed here, too, even if it lost bytes.
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

  /** One direction of one connection. Preserves the order of chunks and of the end. */
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

/** A client's connection together with the one to the server. */
interface Line {
  hasLost: boolean;
  /** How many bytes of the server's next chunk are dropped. */
  gapBytes: number;
}

function withGap(chunk: Buffer, line: Line): Buffer {
  if (line.gapBytes === 0) return chunk;
  const bytes = Math.min(line.gapBytes, chunk.length);
  line.gapBytes = 0;
  const from = Math.floor((chunk.length - bytes) / 2);
  return Buffer.concat([chunk.subarray(0, from), chunk.subarray(from + bytes)]);
}

/** With a TCP reset; a unix socket has no address and is closed. */
function cutOff(socket: Socket): void {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

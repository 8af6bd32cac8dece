import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, withAddress } from '../connection.ts';

export interface Proxy {
  /** Leads through the proxy to the database that `target` names. */
  url: string;
  /** Cuts every connection off at once, as a machine on the way that restarts. */
  reset(): void;
  /**
   * While it is on, nothing that is sent gets through either way, and nobody is told. A connection that has lost something
   * stays silent for good, as TCP delivers nothing behind a gap; new ones work once it is off.
   */
  swallow(on: boolean): void;
  /**
   * Each connection that is open loses so many bytes from the middle of what the server says next, and goes on as if nothing had
   * happened; 0 takes that back where the server has said nothing since.
   */
  gap(bytes: number): void;
  /** Everything that is sent arrives so much later; 0 for at once. */
  delay(delayMs: number): void;
  /** How often a client has said something, in however many pieces, after it had heard of the server: round trips. */
  turns(): number;
  /** While it is on, new connections are refused; those that are open stay. */
  refuse(on: boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy in front of a PostgreSQL that does to its connections what networks do.
 * @param options.target the database's URL, in any form that `openSql` takes, also of a unix socket
 */
export async function startProxy({ target }: { target: string }): Promise<Proxy> {
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
    carry(client, upstream, line);
    carry(upstream, client, line, (chunk) => withGap(chunk, line));
    // What its client has given up is given up here too, whatever is lost on the way.
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

  /** One direction of one connection: what comes in goes out in the same order, and then the end. */
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
  /** How much of what the server says next is to be lost. */
  gapBytes: number;
}

function withGap(chunk: Buffer, line: Line): Buffer {
  if (line.gapBytes === 0) return chunk;
  const bytes = Math.min(line.gapBytes, chunk.length);
  line.gapBytes = 0;
  const from = Math.floor((chunk.length - bytes) / 2);
  return Buffer.concat([chunk.subarray(0, from), chunk.subarray(from + bytes)]);
}

/** By a reset where there is one: only TCP has it, and a unix socket has no address. */
function cutOff(socket: Socket): void {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { addressOf, withAddress } from '../connection.ts';

export interface Pooler {
  /** Connects through the pooler to the database of `target`. */
  url: string;
  close(): Promise<void>;
}

interface PoolerOptions {
  /** A database whose server requires no password. */
  target: string;
  /** Whether it prepares a client's statements on each connection, as PgBouncer does since 1.21. */
  knowsPrepared: boolean;
}

interface Backend {
  socket: Socket;
  client: Client | undefined;
  /** Names of the statements prepared on it. */
  prepared: Set<string>;
  /** The origins of its next responses: a Parse of the client or of the pooler, or the end of a statement. */
  owed: ('parse' | 'injected' | 'end')[];
}

interface Client {
  socket: Socket;
  backend: Backend | undefined;
  inbox: Buffer[];
  /** Statements whose end has no response yet, and whether the next one has begun. */
  unanswered: number;
  isWithin: boolean;
  /** The Parse messages by statement name. */
  prepared: Map<string, Buffer>;
}

const SSL_REQUEST = 80_877_103;
const PROTOCOL_3 = 196_608;
const AUTHENTICATED = Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1');
const KEY = Buffer.from('K\0\0\0\x0c\0\0\0\0\0\0\0\0', 'latin1');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

/**
 * A pooler that gives each transaction another connection, the last used one first, like PgBouncer with `pool_mode=transaction`. It
 * drops the settings of a client's startup message, as with `ignore_startup_parameters`.
 */
export async function startPooler({ target, knowsPrepared }: PoolerOptions): Promise<Pooler> {
  const sockets = new Set<Socket>();
  const idle: Backend[] = [];
  const greetings = new Map<string, Promise<Buffer>>();

  const server = createServer((socket) => {
    const client: Client = {
      socket: kept(socket),
      backend: undefined,
      inbox: [],
      unanswered: 0,
      isWithin: false,
      prepared: new Map(),
    };
    let startup: Buffer | undefined;
    readMessages(socket, true, (message) => {
      if (!startup) {
        startup = startupOf(readStartup(message));
        void greet(client, startup);
      } else if (message[0] === code('X')) socket.end();
      else {
        client.inbox.push(message);
        void forward(client, startup);
      }
    });
    // An open transaction ends with its connection.
    socket.on('close', () => client.backend?.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: withAddress(target, { host: '127.0.0.1', port }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  async function greet(client: Client, startup: Buffer): Promise<void> {
    const key = startup.toString();
    const greeting = greetings.get(key) ?? connectBackend(startup).then(({ settings }) => settings);
    greetings.set(key, greeting);
    client.socket.write(Buffer.concat([AUTHENTICATED, await greeting, KEY, READY]));
  }

  async function forward(client: Client, startup: Buffer): Promise<void> {
    if (!client.backend) {
      const backend = idle.pop() ?? (await connectBackend(startup)).backend;
      if (client.backend || client.socket.destroyed) {
        idle.push(backend);
      } else {
        client.backend = backend;
        backend.client = client;
      }
    }
    for (const message of client.inbox.splice(0)) if (client.backend) send(client, client.backend, message);
  }

  function send(client: Client, backend: Backend, message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    const isEnd = type === 'S' || type === 'Q';
    client.isWithin = !isEnd;
    if (isEnd) client.unanswered++;
    const name = nameOf(type, message);
    if (type === 'P') {
      if (name) client.prepared.set(name, message);
      if (name) backend.prepared.add(name);
    } else if (knowsPrepared && name && !backend.prepared.has(name)) {
      backend.owed.push('injected');
      backend.prepared.add(name);
      backend.socket.write(client.prepared.get(name) ?? '');
    }
    if (type === 'P') backend.owed.push('parse');
    if (isEnd) backend.owed.push('end');
    backend.socket.write(message);
  }

  async function connectBackend(startup: Buffer): Promise<{ backend: Backend; settings: Buffer }> {
    const socket = kept(connect(addressOf(target)));
    const backend: Backend = { socket, client: undefined, prepared: new Set(), owed: [] };
    const ready = Promise.withResolvers<void>();
    const settings: Buffer[] = [];
    let isReady = false;
    readMessages(socket, false, (message) => {
      if (isReady) return receive(backend, message);
      if (message[0] === code('S')) settings.push(message);
      isReady = message[0] === code('Z');
      if (isReady) ready.resolve();
    });
    socket.on('close', () => {
      backend.client?.socket.destroy();
      if (idle.includes(backend)) idle.splice(idle.indexOf(backend), 1);
    });
    socket.write(startup);
    await ready.promise;
    return { backend, settings: Buffer.concat(settings) };
  }

  function receive(backend: Backend, message: Buffer): void {
    const { client } = backend;
    if (!client) return;
    if (message[0] === code('1') && backend.owed.shift() === 'injected') return;
    client.socket.write(message);
    if (message[0] !== code('Z')) return;
    // After an error the server skips messages until the end of the statement.
    while (backend.owed.length > 0 && backend.owed.shift() !== 'end');
    client.unanswered--;
    const isOver = message[5] === code('I') && client.unanswered === 0 && !client.isWithin;
    if (!isOver) return;
    client.backend = undefined;
    backend.client = undefined;
    idle.push(backend);
  }

  function kept(socket: Socket): Socket {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }
}

function code(letter: string): number {
  return letter.charCodeAt(0);
}

/** The statement name in a Parse, Bind or Describe; empty for the unnamed one. */
function nameOf(type: string, message: Buffer): string {
  const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2);
  if (type === 'P') return first;
  if (type === 'B') return second;
  return type === 'D' && first.startsWith('S') ? first.slice(1) : '';
}

/**
 * Splits a socket's bytes into PostgreSQL messages.
 * @param isClient whether it begins with a startup message, which has no type byte; requests for encryption are declined
 */
function readMessages(socket: Socket, isClient: boolean, onMessage: (message: Buffer) => void): void {
  let heard = Buffer.alloc(0);
  let header = isClient ? 0 : 1;
  socket.on('data', (chunk) => {
    heard = Buffer.concat([heard, chunk]);
    while (heard.length >= header + 4) {
      const length = header + heard.readUInt32BE(header);
      if (heard.length < length) return;
      const message = heard.subarray(0, length);
      heard = heard.subarray(length);
      if (header === 0 && message.readUInt32BE(4) === SSL_REQUEST) socket.write('N');
      else {
        header = 1;
        onMessage(message);
      }
    }
  });
}

/** The user and the database of a startup message. */
function readStartup(message: Buffer): Record<string, string> {
  const words = message.toString('utf8', 8).split('\0');
  const valueOf = (name: string) => words[words.indexOf(name) + 1] ?? '';
  return { user: valueOf('user'), database: valueOf('database') };
}

/** A startup message with these settings. */
function startupOf(settings: Record<string, string>): Buffer {
  const text = Object.entries({ ...settings, client_encoding: 'UTF8' })
    .flat()
    .map((word) => `${word}\0`)
    .join('');
  const message = Buffer.alloc(8 + Buffer.byteLength(text) + 1);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(PROTOCOL_3, 4);
  message.write(text, 8);
  return message;
}

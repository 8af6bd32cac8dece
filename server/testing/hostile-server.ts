import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, privateKey } from './certificate.ts';
import type { HostileAnswer, Stranger } from './hostile-answers.ts';

/** The one path that a server listens on for its caller. */
export interface HostileServer {
  url: string;
  /** How often it has answered. */
  answered: () => number;
  close: () => Promise<void>;
}

/**
 * A server on 127.0.0.1 that answers every request in one hostile way, over http or https. Close it afterwards.
 * @param options.isSecure with the certificate of `testing/certificate.ts`
 */
export async function startHostileServer(
  { when, answer }: HostileAnswer,
  { isSecure }: { isSecure: boolean },
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let answered = 0;
  const answerOnce = (stranger: Stranger) => {
    answered++;
    answer(stranger);
  };
  const serve = (socket: Socket, connection: Socket) => {
    socket.on('error', () => {});
    void untilRequest(socket).then(() => answerOnce(strangerAt(socket, connection)));
  };
  /** By their far port, by which a secure connection finds its plain one. */
  const connections = new Map<number | undefined, Socket>();
  const tls = createTlsServer({ cert: certificate, key: privateKey });
  const server = createServer((connection) => {
    sockets.add(connection);
    connection.on('error', () => {}).once('close', () => sockets.delete(connection));
    if (when === 'connected') return answerOnce(strangerAt(connection, connection));
    if (!isSecure) return serve(connection, connection);
    connections.set(connection.remotePort, connection);
    tls.emit('connection', connection);
  });
  tls.on('secureConnection', (socket) => serve(socket, connections.get(socket.remotePort) ?? socket));
  tls.on('tlsClientError', () => {});
  await listen(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${isSecure ? 's' : ''}://127.0.0.1:${port}/`,
    answered: () => answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Reads a request to the end of its body. */
function untilRequest(socket: Socket): Promise<void> {
  let received = '';
  return new Promise((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const [head = '', body] = received.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (body !== undefined && body.length >= length) resolve();
    });
  });
}

function strangerAt(socket: Socket, connection: Socket): Stranger {
  const repeat = (bytes: string | Buffer) => {
    // After other events, so that one that repeats at full speed leaves time for its caller.
    if (!socket.destroyed) socket.write(bytes, () => setImmediate(repeat, bytes));
  };
  return {
    write: (bytes, written) => void socket.write(bytes, () => written?.()),
    end: (bytes) => void socket.end(bytes),
    reset: () => void connection.resetAndDestroy(),
    repeat,
  };
}

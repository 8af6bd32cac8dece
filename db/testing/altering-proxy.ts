import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { addressOf, withAddress } from '../connection.ts';

/** What becomes of the bytes of one connection; left out, they pass as they are. */
export interface Alterations {
  toServer?: (chunk: Buffer) => Buffer;
  toClient?: (chunk: Buffer) => Buffer;
}

export interface AlteringProxy {
  /** Leads through the proxy to the database that `target` names. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy that changes what passes through it.
 * @param alter is asked once for each connection
 */
export async function startAlteringProxy(target: string, alter: () => Alterations): Promise<AlteringProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(addressOf(target));
    const { toServer, toClient } = alter();
    carry(client, upstream, toServer);
    carry(upstream, client, toClient);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: withAddress(target, { host: '127.0.0.1', port }),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };

  function carry(from: Socket, to: Socket, change = (chunk: Buffer) => chunk): void {
    open.add(from);
    from.on('data', (chunk) => to.write(change(chunk)));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  }
}

import { connect, Socket } from 'node:net';
import type { Address } from '../addresses.ts';
import type { Hosts } from './hosts.ts';

export type Sockets = ReturnType<typeof createSockets>;

/**
 * Makes the driver's sockets and keeps them in reach, to count what they hear and to give them up.
 * @param hosts say where to connect where there are several servers
 */
export function createSockets(address: Address, hosts?: Hosts) {
  const open = new Set<Socket>();
  let bytesOfClosed = 0;
  let isOver = false;

  return {
    /** Connects; the driver may write at once. */
    connect(): Socket | Promise<Socket> {
      if (isOver) throw new Error('The pool has been closed');
      return hosts ? connectToFound(hosts) : connectTo(address);
    },
    /** How much has ever been heard from the server. */
    bytesHeard(): number {
      forgetClosed();
      let bytes = bytesOfClosed;
      for (const socket of open) bytes += socket.bytesRead;
      return bytes;
    },
    destroyAll,
    /** Gives up what is open, and lets nothing be opened any more. */
    end(): void {
      isOver = true;
      destroyAll();
    },
  };

  function connectTo(to: Address): Socket {
    const socket = connect(to);
    forgetClosed();
    open.add(socket);
    socket.setNoDelay(true);
    // The driver compares the server's certificate with the host it finds here.
    return Object.assign(socket, { host: 'host' in to ? to.host : 'localhost' });
  }

  /** Whatever ended a connection may have made another server the one to write to. */
  async function connectToFound(from: Hosts): Promise<Socket> {
    if (forgetClosed()) from.forget();
    try {
      const to = await from.find();
      if (isOver) throw new Error('The pool has been closed');
      return connectTo(to);
    } catch (error) {
      // The driver hears of a failure by the socket's events alone.
      const failed = new Socket();
      setImmediate(() => failed.destroy(error instanceof Error ? error : undefined));
      return failed;
    }
  }

  /** Not by an event, as the driver removes all listeners of a socket that it encrypts. */
  function forgetClosed(): boolean {
    const closed = [...open].filter((socket) => socket.destroyed);
    for (const socket of closed) {
      open.delete(socket);
      bytesOfClosed += socket.bytesRead;
    }
    return closed.length > 0;
  }

  function destroyAll(): void {
    for (const socket of open) socket.destroy();
  }
}

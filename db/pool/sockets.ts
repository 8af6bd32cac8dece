import { connect, Socket } from 'node:net';
import type { Address } from '../addresses.ts';
import type { Hosts } from './hosts.ts';

export type Sockets = ReturnType<typeof createSockets>;

/**
 * Creates the driver's sockets, counts their bytes and can close them.
 * @param hosts finds the address if there are several servers
 */
export function createSockets(address: Address, hosts?: Hosts) {
  const open = new Set<Socket>();
  let bytesOfClosed = 0;
  let ended = 0;
  /** `ended` when a host was last searched for. */
  let endedAtSearch = 0;
  let isOver = false;

  return {
    /** Connects; the driver may write at once. */
    connect(): Socket | Promise<Socket> {
      if (isOver) throw new Error('The pool has been closed');
      return hosts ? connectToFound(hosts) : connectTo(address);
    },
    /** All bytes received from the server. */
    bytesReceived(): number {
      forgetClosed();
      let bytes = bytesOfClosed;
      for (const socket of open) bytes += socket.bytesRead;
      return bytes;
    },
    /** How many have been closed so far, by either side. */
    ended(): number {
      forgetClosed();
      return ended;
    },
    destroyAll,
    /** Closes all sockets and refuses new ones. */
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

  /** After a connection is lost, another server may accept writes. */
  async function connectToFound(from: Hosts): Promise<Socket> {
    forgetClosed();
    if (ended !== endedAtSearch) from.forget();
    endedAtSearch = ended;
    try {
      const to = await from.find();
      if (isOver) throw new Error('The pool has been closed');
      return connectTo(to);
    } catch (error) {
      // The driver detects a failure only by the socket's events.
      const failed = new Socket();
      setImmediate(() => failed.destroy(error instanceof Error ? error : undefined));
      return failed;
    }
  }

  /** Polled, because the driver removes all listeners of a socket that it encrypts. */
  function forgetClosed(): void {
    const closed = [...open].filter((socket) => socket.destroyed);
    for (const socket of closed) {
      open.delete(socket);
      bytesOfClosed += socket.bytesRead;
    }
    ended += closed.length;
  }

  function destroyAll(): void {
    for (const socket of open) socket.destroy();
  }
}

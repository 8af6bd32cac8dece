import { connect, type Socket } from 'node:net';

/** What the driver says of where to connect; a list of hosts is gone through in turn. */
export interface SocketTarget {
  path?: string | false;
  host: string[];
  port: number[];
}

export type Sockets = ReturnType<typeof createSockets>;

/** Makes the driver's sockets and keeps them in reach, to count what they hear and to give them up. */
export function createSockets() {
  const open = new Set<Socket>();
  let bytesOfClosed = 0;
  let connects = 0;
  let isOver = false;

  return {
    /** Connects; the driver may write at once. */
    connect(target: SocketTarget): Socket {
      if (isOver) throw new Error('The pool has been closed');
      const at = connects++ % target.host.length;
      const host = target.host[at] ?? 'localhost';
      const socket = target.path ? connect(target.path) : connect(target.port[at] ?? 5432, host);
      forgetClosed();
      open.add(socket);
      socket.setNoDelay(true);
      // The driver compares the server's certificate with the host it finds here.
      return Object.assign(socket, { host });
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

  /** Not by an event, as the driver removes all listeners of a socket that it encrypts. */
  function forgetClosed(): void {
    for (const socket of open) {
      if (!socket.destroyed) continue;
      open.delete(socket);
      bytesOfClosed += socket.bytesRead;
    }
  }

  function destroyAll(): void {
    for (const socket of open) socket.destroy();
  }
}

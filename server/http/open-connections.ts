import type { Socket } from 'node:net';

interface Address {
  open: number;
  /** In the order in which they became idle. */
  idle: Set<Connection>;
}

interface Connection {
  socket: Socket;
  address: Address;
  /** Requests that are being answered; an event stream is one for as long as it lasts. */
  inFlight: number;
  idleSinceMs: number;
  /** What had been read by then; what is more is the beginning of a next request. */
  bytesRead: number;
}

/** Which connections are open, from where, and since when nothing is being answered on them. */
export function createOpenConnections() {
  const connections = new Map<Socket, Connection>();
  const addresses = new Map<string, Address>();

  return {
    sockets: () => connections.keys(),
    count: () => connections.size,
    countFrom: (key: string) => addresses.get(key)?.open ?? 0,

    /** It is open, and idle, from now on until it closes. */
    add(socket: Socket, key: string): void {
      const address = addresses.get(key) ?? { open: 0, idle: new Set() };
      addresses.set(key, address);
      address.open++;
      const connection: Connection = { socket, address, inFlight: 0, idleSinceMs: 0, bytesRead: 0 };
      connections.set(socket, connection);
      rest(connection);
      socket.once('close', () => remove(connection, key));
    },

    /** A request on it is being answered. */
    began(socket: Socket): void {
      const connection = connections.get(socket);
      if (connection && connection.inFlight++ === 0) connection.address.idle.delete(connection);
    },

    /** An answer has left, or nobody waits for it any more. */
    ended(socket: Socket): void {
      const connection = connections.get(socket);
      if (connection && --connection.inFlight === 0) rest(connection);
    },

    /**
     * The connection that makes room with the least harm: of the address that has most, the one that has been idle for longest.
     * One that has begun to send its next request goes last, and one that is being served never.
     */
    longestIdle(): Socket | undefined {
      let longest: Connection | undefined;
      for (const { idle } of addresses.values()) {
        const [oldest] = idle;
        if (oldest && (!longest || goesBefore(oldest, longest))) longest = oldest;
      }
      for (const each of longest?.address.idle ?? []) {
        if (each.socket.bytesRead === each.bytesRead) return each.socket;
      }
      return longest?.socket;
    },

    /** Closes it now; it counts no more. */
    close(socket: Socket): void {
      socket.destroy();
      const connection = connections.get(socket);
      if (connection) leave(connection);
    },
  };

  function rest(connection: Connection): void {
    connection.idleSinceMs = performance.now();
    connection.bytesRead = connection.socket.bytesRead;
    connection.address.idle.add(connection);
  }

  function leave(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    connection.address.open--;
    connection.address.idle.delete(connection);
  }

  function remove(connection: Connection, key: string): void {
    leave(connection);
    if (connection.address.open === 0 && addresses.get(key) === connection.address) addresses.delete(key);
  }
}

function goesBefore(one: Connection, other: Connection): boolean {
  return (one.address.open - other.address.open || other.idleSinceMs - one.idleSinceMs) > 0;
}

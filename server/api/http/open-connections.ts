import type { Socket } from 'node:net';

interface Address {
  open: number;
  /** The longest idle first. */
  idle: Set<Connection>;
}

interface Connection {
  socket: Socket;
  address: Address;
  /** Requests in flight; an event stream is one as long as it lasts. */
  inFlight: number;
  idleSinceMs: number;
  /** Bytes read when it became idle; more are part of a next request. */
  bytesRead: number;
}

/** Open connections by address, with their requests in flight. */
export function createOpenConnections() {
  const connections = new Map<Socket, Connection>();
  const addresses = new Map<string, Address>();

  return {
    sockets: () => connections.keys(),
    count: () => connections.size,
    countFrom: (key: string) => addresses.get(key)?.open ?? 0,
    inFlightOn: (socket: Socket) => connections.get(socket)?.inFlight ?? 0,

    /** Whether nothing was in flight for this long, and no part of a next request has arrived. */
    isIdleFor: (socket: Socket, durationMs: number): boolean => {
      const connection = connections.get(socket);
      if (!connection || connection.inFlight > 0 || socket.bytesRead !== connection.bytesRead) return false;
      return performance.now() - connection.idleSinceMs > durationMs;
    },

    /** Adds an idle connection, until it closes. */
    add(socket: Socket, key: string): void {
      const address = addresses.get(key) ?? { open: 0, idle: new Set() };
      addresses.set(key, address);
      address.open++;
      const connection: Connection = { socket, address, inFlight: 0, idleSinceMs: 0, bytesRead: 0 };
      connections.set(socket, connection);
      markIdle(connection);
      socket.once('close', () => forget(connection, key));
    },

    /** A request has arrived. */
    began(socket: Socket): void {
      const connection = connections.get(socket);
      if (connection && connection.inFlight++ === 0) connection.address.idle.delete(connection);
    },

    /** Its response has closed. */
    ended(socket: Socket): void {
      const connection = connections.get(socket);
      if (connection && --connection.inFlight === 0) markIdle(connection);
    },

    /**
     * The connection to close for a new one: of the address with most connections, the one that has been idle longest. One that has
     * begun to send its next request goes last, and one with a request in flight never.
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

    /** Closes it and removes it from the counts. */
    close(socket: Socket): void {
      socket.destroy();
      const connection = connections.get(socket);
      if (connection) remove(connection);
    },
  };

  function markIdle(connection: Connection): void {
    connection.idleSinceMs = performance.now();
    connection.bytesRead = connection.socket.bytesRead;
    connection.address.idle.add(connection);
  }

  function remove(connection: Connection): void {
    if (!connections.delete(connection.socket)) return;
    connection.address.open--;
    connection.address.idle.delete(connection);
  }

  function forget(connection: Connection, key: string): void {
    remove(connection);
    if (connection.address.open === 0 && addresses.get(key) === connection.address) addresses.delete(key);
  }
}

function goesBefore(one: Connection, other: Connection): boolean {
  return (one.address.open - other.address.open || other.idleSinceMs - one.idleSinceMs) > 0;
}

import type { Socket } from 'node:net';

/** So often in a row a connection may be seen without progress: half a minute at a look every 5 seconds. */
const PATIENT_LOOKS = 6;
const CROWDED_LOOKS = 2;
/** So much waiting in memory for clients to read it is a crowd, and whoever makes no progress has to go sooner. */
const CROWDED_BYTES = 128 * 1024 * 1024;

/** What was seen of a connection the last time. */
interface Seen {
  deliveredBytes: number;
  /** Looks in a row at which something waited to be sent and nothing had gone. */
  withoutProgress: number;
}

/**
 * Finds clients that never read: something waits to be sent to them, and look after look none of it goes. A slow client takes
 * some each time, and a quiet event stream has nothing waiting. Looks are counted, not time, so that a process that was
 * stopped for a while blames nobody.
 * @returns a function that looks once and says how many connections it has closed
 */
export function watchStalled(): (open: Iterable<Socket>) => number {
  const seen = new WeakMap<Socket, Seen>();
  return (open) => {
    const waiting = [...open].filter((socket) => !isMoving(socket, seen));
    const waitingBytes = waiting.reduce((sum, { writableLength }) => sum + writableLength, 0);
    const patience = waitingBytes > CROWDED_BYTES ? CROWDED_LOOKS : PATIENT_LOOKS;
    const stalled = waiting.filter((socket) => (seen.get(socket)?.withoutProgress ?? 0) >= patience);
    // A reset also frees what the kernel holds for them.
    for (const socket of stalled) socket.resetAndDestroy();
    return stalled.length;
  };
}

function isMoving(socket: Socket, seen: WeakMap<Socket, Seen>): boolean {
  const before = seen.get(socket);
  const deliveredBytes = bytesDelivered(socket);
  const isStuck = socket.writableLength > 0 && deliveredBytes === before?.deliveredBytes;
  seen.set(socket, { deliveredBytes, withoutProgress: isStuck ? (before?.withoutProgress ?? 0) + 1 : 0 });
  return !isStuck;
}

/**
 * What the kernel has taken. `socket.bytesWritten` counts what waits as well, and a large answer is one write that stays
 * whole until its end; only the handle, where Node's own timeouts look too, tells how much of it has gone.
 */
function bytesDelivered(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

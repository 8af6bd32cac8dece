import type { Socket } from 'node:net';

/** Checks without progress before a connection is closed: half a minute at one check every 5 seconds. */
const PATIENT_CHECKS = 6;
const CROWDED_CHECKS = 2;
/** With more than this in memory for clients that do not read, they are closed sooner. */
const CROWDED_BYTES = 128 * 1024 * 1024;

/** A connection at the last check. */
interface Seen {
  deliveredBytes: number;
  /** Consecutive checks with pending data and nothing sent. */
  withoutProgress: number;
}

/**
 * Detects clients that never read: data is pending for them, and check after check none of it is sent. A slow client reads some each
 * time, and a quiet event stream has nothing pending. It counts checks and not time, because the process itself may have been
 * suspended.
 * @returns a function that checks once and returns how many connections it has closed
 */
export function watchStalled(): (open: Iterable<Socket>) => number {
  const seen = new WeakMap<Socket, Seen>();
  return (open) => {
    const waiting = [...open].filter((socket) => !isMoving(socket, seen));
    const waitingBytes = waiting.reduce((sum, { writableLength }) => sum + writableLength, 0);
    const patience = waitingBytes > CROWDED_BYTES ? CROWDED_CHECKS : PATIENT_CHECKS;
    const stalled = waiting.filter((socket) => (seen.get(socket)?.withoutProgress ?? 0) >= patience);
    // A reset also frees the kernel's buffers.
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
 * Bytes that the kernel has accepted. `socket.bytesWritten` includes pending bytes, and a large response is one write. Only Node's
 * handle, which has no public replacement, shows how much of it was sent.
 */
function bytesDelivered(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

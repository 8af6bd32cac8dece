import type { SendHandle } from 'node:child_process';
import type { Worker } from 'node:cluster';
import { createServer, type Server } from 'node:net';
import type { ToSupervisor, ToWorker } from './messages.ts';

/** Pending connections while the event loop is late. Linux allows `net.core.somaxconn`, by default the same. */
export const BACKLOG = 4096;
/**
 * libuv accepts one connection per listening handle and turn of the event loop. With turns of 50 ms one handle accepts 20 clients a
 * second. Each new client wakes all handles, so there are no more than needed.
 */
const HANDLES = 64;

type Handle = SendHandle & { close: () => void };

/**
 * Makes a worker accept connections through several handles of its server's one socket. A handle is copied by sending it to the
 * supervisor, which sends it back.
 * @returns a function that closes the copies, to be called before the server closes
 */
export function acceptThroughSeveral(server: Server): () => void {
  const copies: Server[] = [];
  let isOver = false;
  const take = (message: ToWorker, handle: Handle | undefined) => {
    if (message.kind !== 'listener' || !handle) return;
    if (isOver) return handle.close();
    const copy = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    // The panel also works with fewer copies.
    copies.push(copy.on('error', () => copy.close()).listen(handle, BACKLOG));
  };
  process.on('message', take);
  const handle = (server as Server & { _handle?: Handle })._handle;
  const message: ToSupervisor = { kind: 'listener' };
  if (handle) for (let count = 1; count < HANDLES; count++) process.send?.(message, handle, undefined, () => undefined);
  return () => {
    isOver = true;
    for (const copy of copies) copy.close();
  };
}

/**
 * Sends back the handles of {@link acceptThroughSeveral}. Handles that a dead worker did not receive are closed: each keeps the socket
 * open, and clients would connect to a socket that nobody accepts from.
 */
export function returnHandles(worker: Worker): (handle: unknown) => void {
  const sent = new Set<Handle>();
  worker.once('exit', () => {
    for (const handle of sent) handle.close();
    sent.clear();
  });
  return (received) => {
    const handle = received as Handle;
    if (worker.isDead()) return handle.close();
    sent.add(handle);
    const message: ToWorker = { kind: 'listener' };
    worker.process.send(message, handle, undefined, () => {
      if (sent.delete(handle)) handle.close();
    });
  };
}

import type { SendHandle } from 'node:child_process';
import type { Worker } from 'node:cluster';
import { createServer, type Server } from 'node:net';
import type { ToSupervisor, ToWorker } from './messages.ts';

/**
 * Connections that wait to be accepted while the event loop is late. Linux takes no more than `net.core.somaxconn`, which is as
 * much.
 */
export const BACKLOG = 4096;
/**
 * libuv accepts one connection in each turn of the event loop, from each handle that listens. With turns of 50 ms one handle lets
 * in 20 clients a second, and the others wait for many seconds before anything here knows of them. Each new client wakes all handles,
 * so they are not more than that takes.
 */
const HANDLES = 64;

type Handle = SendHandle & { close: () => void };

/**
 * Has a worker accept connections through several handles of the one socket that its server listens on. A handle is copied by
 * sending it to the supervisor, which sends it back.
 * @returns a function that closes the copies, before the server is closed
 */
export function acceptThroughSeveral(server: Server): () => void {
  const copies: Server[] = [];
  let isOver = false;
  const take = (message: ToWorker, handle: Handle | undefined) => {
    if (message.kind !== 'listener' || !handle) return;
    if (isOver) return handle.close();
    const copy = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
    // A copy that does not come to work is one less.
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
 * Sends back what {@link acceptThroughSeveral} has sent. Handles that a dead worker did not take are closed: each keeps the socket open,
 * and clients would connect to a socket that nothing accepts from.
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

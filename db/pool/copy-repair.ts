import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';

/**
 * The driver resolves a COPY statement with a stream, and forgets two things about it: after rows that arrived faster than they were
 * read, it leaves the socket paused; and it never ends the input of a COPY that the server refuses at its end.
 */
export function createCopyRepair() {
  let input: Writable | undefined;
  return {
    /** @param result of the statement; only streams matter */
    opened(result: unknown, socket: Socket | undefined): void {
      if (result instanceof Readable) result.once('end', () => socket?.resume());
      else if (result instanceof Writable) input = result;
    },
    refused(reason: unknown): void {
      input?.destroy(reason instanceof Error ? reason : undefined);
    },
  };
}

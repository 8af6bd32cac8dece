import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { refusalBody } from './error-handler.ts';
import { TRACE_ID_HEADER } from './trace-id.ts';

/** Which limit a connection is beyond: that of all, or that of its address. */
export type Reason = 'all' | 'address';

const RETRY_AFTER_SECONDS = 5;
/** A client that says nothing is told all the same, and whoever does not leave then is cut off. */
const SILENT_FOR_MS = 1_000;
const GONE_AFTER_MS = 3_000;
/** In a flood of refusals waiting politely costs more than it is worth. */
const MOST_AT_ONCE = 500;

const messages: Record<Reason, string> = {
  all: 'There are too many connections right now. Please try again in a moment.',
  address: 'There are too many connections from your network. Please try again in a moment.',
};

/**
 * Makes what tells a client why it is not served, as an answer to its request and in the shape of the door it knocked at, and
 * closes the connection. In a flood, which nobody reads, connections are reset.
 */
export function refuseConnections(): (socket: Socket, reason: Reason) => void {
  let leaving = 0;
  return (socket, reason) => {
    if (leaving >= MOST_AT_ONCE) return void socket.resetAndDestroy();
    leaving++;
    socket.once('close', () => leaving--);
    refuse(socket, messages[reason]);
  };
}

/** What the client sends meanwhile is read and dropped: closing on unread bytes would take the answer away again. */
function refuse(socket: Socket, message: string): void {
  const silent = setTimeout(() => answer(''), SILENT_FOR_MS);
  const gone = setTimeout(() => socket.destroy(), GONE_AFTER_MS);
  socket.on('error', () => socket.destroy());
  socket.once('data', (bytes: Buffer) => answer(bytes.toString('latin1')));
  socket.once('end', () => socket.end());
  socket.once('close', () => {
    clearTimeout(silent);
    clearTimeout(gone);
  });

  function answer(request: string): void {
    clearTimeout(silent);
    if (socket.writable) socket.end(refusal(request, message));
  }
}

function refusal(request: string, message: string): string {
  const id = randomUUID();
  const url = /^\S+ (\S+)/.exec(request)?.[1] ?? '/';
  const body = JSON.stringify(refusalBody({ url, id }, 503, 'busy', message));
  return [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Retry-After: ${RETRY_AFTER_SECONDS}`,
    `${TRACE_ID_HEADER}: ${id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

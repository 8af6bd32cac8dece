import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { refusalBody } from './error-handler.ts';
import { TRACE_ID_HEADER } from './headers.ts';

/** The exceeded limit: of all connections, or of its address. */
export type Reason = 'all' | 'address';

const RETRY_AFTER_SECONDS = 5;
/** A client that sends nothing gets the response after this time, and is disconnected after `GONE_AFTER_MS`. */
const SILENT_FOR_MS = 1_000;
const GONE_AFTER_MS = 3_000;
/** More connections than this are a flood. */
const MOST_AT_ONCE = 500;

const messages: Record<Reason, string> = {
  all: 'There are too many connections right now. Please try again in a moment.',
  address: 'There are too many connections from your network. Please try again in a moment.',
};

/**
 * Answers the request of a refused connection with the reason, in the format of the API it calls, and closes the connection. In a flood
 * connections are reset.
 * @param headers of every response
 */
export function refuseConnections(headers: Record<string, string>): (socket: Socket, reason: Reason) => void {
  let leaving = 0;
  return (socket, reason) => {
    if (leaving >= MOST_AT_ONCE) return void socket.resetAndDestroy();
    leaving++;
    socket.once('close', () => leaving--);
    refuse(socket, messages[reason], headers);
  };
}

/** Reads and drops the client's data: closing with unread bytes would discard the response. */
function refuse(socket: Socket, message: string, headers: Record<string, string>): void {
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
    if (socket.writable) socket.end(refusal(request, message, headers));
  }
}

function refusal(request: string, message: string, headers: Record<string, string>): string {
  const id = randomUUID();
  const url = /^\S+ (\S+)/.exec(request)?.[1] ?? '/';
  const body = JSON.stringify(refusalBody({ url, id }, 503, 'busy', message));
  return written(503, body, { ...headers, 'retry-after': String(RETRY_AFTER_SECONDS), [TRACE_ID_HEADER]: id });
}

/** For bytes that are not a request, so the called API is unknown. */
const unreadable: Partial<Record<string, { status: number; message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too long.' },
};

/**
 * Answers bytes that are not an HTTP request, and closes their connection.
 * @param headers of every response
 */
export function answerInvalidRequest(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, message } = unreadable[error.code ?? ''] ?? { status: 400, message: 'This is no HTTP request.' };
    const body = JSON.stringify({ success: false, message, error: message });
    if (socket.writable) socket.write(written(status, body, headers));
    socket.destroy(error);
  };
}

/**
 * Answers CONNECT, with which a client asks a proxy for a tunnel.
 * @param headers of every response
 */
export function refuseTunnel(headers: Record<string, string>) {
  return (_request: unknown, socket: Duplex): void => {
    const message = 'This server is no proxy.';
    const gone = setTimeout(() => socket.destroy(), GONE_AFTER_MS);
    socket.once('close', () => clearTimeout(gone));
    socket.on('error', () => socket.destroy());
    // What is unread would keep the end of the client's side from being seen.
    socket.resume();
    socket.end(written(405, JSON.stringify({ success: false, message, error: message }), headers));
  };
}

/** The last response of a connection, as bytes. */
function written(status: number, body: string, headers: Record<string, string>): string {
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...headers,
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

import { connect } from 'node:net';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  /** Undefined without a response. */
  status: number | undefined;
  /** Headers and body, one character per byte. */
  text: string;
  timedOut: boolean;
}

/**
 * Sends the exact bytes of a request on its own connection, and reads the response.
 * @param token undefined for an anonymous caller
 */
export function sendRequest(
  port: number,
  request: FuzzRequest,
  { token, timeoutMs }: { token: string | undefined; timeoutMs: number },
): Promise<FuzzAnswer> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (timedOut: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...readAnswer(received), timedOut });
    };
    const timer = setTimeout(() => finish(true), timeoutMs);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isComplete(received, request.method)) finish(false);
    });
    // The server may disconnect while a refused request is still being written.
    socket.on('error', () => undefined);
    socket.on('close', () => finish(false));
    socket.write(bytesOf(request, token));
    if (endsEarly.has(request.framing)) socket.end();
  });
}

/** After these the sender ends the connection. */
export const endsEarly = new Set<FuzzRequest['framing']>(['chunked without an end', 'shorter than declared']);

export function bytesOf({ method, target, headers, body, framing }: FuzzRequest, token: string | undefined): Buffer {
  const isNamed = (name: string) => headers.some(([each]) => each === name);
  const { headers: framingHeaders, bytes } = framed(framing, body);
  const all = [
    ...headers,
    ...(token !== undefined && !isNamed('authorization') ? [['authorization', `Bearer ${token}`]] : []),
    ...(isNamed('connection') ? [] : [['connection', 'close']]),
    ...framingHeaders,
  ];
  const head = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

function framed(framing: FuzzRequest['framing'], body: Buffer): { headers: [string, string][]; bytes: Buffer } {
  const length = (bytes: number): [string, string] => ['content-length', String(bytes)];
  const chunked: [string, string] = ['transfer-encoding', 'chunked'];
  switch (framing) {
    case 'length':
      return { headers: body.length > 0 ? [length(body.length)] : [], bytes: body };
    case 'expecting 100-continue':
      return { headers: [length(body.length), ['expect', '100-continue']], bytes: body };
    case 'chunked':
      return { headers: [chunked], bytes: inChunks(body, 16_384) };
    case 'chunked in small pieces':
      return { headers: [chunked], bytes: inChunks(body.subarray(0, 2000), 1) };
    case 'chunked without an end':
      return { headers: [chunked], bytes: inChunks(body, 16_384).subarray(0, -5) };
    case 'chunked, badly':
      return { headers: [chunked], bytes: Buffer.concat([Buffer.from('zz\r\n'), body]) };
    case 'longer than declared':
      return { headers: [length(body.length >> 1)], bytes: body };
    case 'shorter than declared':
      return { headers: [length(body.length + 10)], bytes: body };
    case 'no length':
      return { headers: [], bytes: body };
    case 'both length and chunked':
      return { headers: [length(body.length), chunked], bytes: inChunks(body, 16_384) };
    case 'two lengths':
      return { headers: [length(body.length), length(1)], bytes: body };
    case 'a negative length':
      return { headers: [length(-1)], bytes: body };
  }
}

function inChunks(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += size) {
    const part = body.subarray(start, start + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

const END_OF_HEAD = '\r\n\r\n';
/** Such as "100 Continue". */
const INTERIM = /^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/;

function readAnswer(received: Buffer): Pick<FuzzAnswer, 'status' | 'text'> {
  const text = received.toString('latin1').replace(INTERIM, '');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  return { status: status === undefined ? undefined : Number(status), text };
}

/** Whether the response is complete, also on a connection that stays open. */
function isComplete(received: Buffer, method: string): boolean {
  const { status, text } = readAnswer(received);
  const headEnd = text.indexOf(END_OF_HEAD);
  if (headEnd < 0 || status === undefined) return false;
  const head = text.slice(0, headEnd);
  if (method === 'HEAD' || status === 204 || status === 304) return true;
  // A stream does not end by itself.
  if (/\r\ncontent-type: text\/event-stream/i.test(head)) return text.indexOf('\n\n', headEnd + END_OF_HEAD.length) > 0;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return text.endsWith('0\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && text.length >= headEnd + END_OF_HEAD.length + Number(length);
}

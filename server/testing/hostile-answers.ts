import { gzipSync } from 'node:zlib';

/** The other side of one connection, which writes bytes as it likes. */
export interface Stranger {
  write: (bytes: string | Buffer, written?: () => void) => void;
  end: (bytes: string | Buffer) => void;
  /** Resets the connection. */
  reset: () => void;
  /** Writes the same as often as the caller takes it. */
  repeat: (bytes: string | Buffer) => void;
}

/** One way in which a server of a stranger answers a request. */
export interface HostileAnswer {
  what: string;
  /** Answers once the request has arrived, or at once if the connection is there. */
  when: 'asked' | 'connected';
  answer: (stranger: Stranger) => void;
  /** The status that a caller has who needs no body; null if it has none, undefined where the network decides. */
  status?: number | null;
  /** The number that a purchase has by it. Without one it must not be accepted. */
  order?: string;
  /** Whether only the caller's deadline ends it. */
  isEndless?: true;
}

const MEGABYTE = 1_048_576;
const ORDER = '{"order":5}';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
/** An alert, `handshake_failure`. */
const TLS_ALERT = Buffer.from([0x15, 0x03, 0x03, 0, 2, 2, 40]);

/** A response with the length of its body. */
function response(body: string | Buffer = ORDER, headers = '', statusLine = '200 OK'): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(`Content-Length: ${bytes.length}\r\n${headers}`, statusLine), bytes]);
}

function head(headers: string, statusLine = '200 OK'): Buffer {
  return Buffer.from(`HTTP/1.1 ${statusLine}\r\n${headers}\r\n`);
}

type Rest = Pick<HostileAnswer, 'status' | 'order' | 'isEndless'>;

/** Sends bytes and closes. */
const sends = (what: string, bytes: string | Buffer, rest: Rest = {}): HostileAnswer => ({
  ...{ what, when: 'asked', ...rest },
  answer: (stranger) => stranger.end(bytes),
});
/** Sends bytes and resets the connection. */
const resets = (what: string, bytes: string | Buffer, rest: Rest = {}): HostileAnswer => ({
  ...{ what, when: 'asked', ...rest },
  answer: (stranger) => stranger.write(bytes, stranger.reset),
});
/** Repeats bytes as fast as they are taken, or one a moment, until the caller leaves. */
const repeats = (what: string, first: string | Buffer, each: string | Buffer, rest: Rest = {}): HostileAnswer => ({
  ...{ what, when: 'asked', ...rest },
  answer: (stranger) => stranger.write(first, () => stranger.repeat(each)),
});

/** The answer that once ended the process of its caller. */
export const switchesProtocols = resets('101 with Upgrade headers', head(UPGRADE, '101 Switching Protocols'), {
  status: null,
});

const unlike: HostileAnswer[] = [
  switchesProtocols,
  sends('101 with Upgrade headers, and bytes', Buffer.concat([head(UPGRADE, '101 Switching Protocols'), TLS_ALERT]), {
    status: null,
  }),
  repeats('101 with Upgrade headers, and endless bytes', head(UPGRADE, '101 Switching Protocols'), ORDER, {
    status: null,
  }),
  sends('101 without Upgrade headers', head('', '101 Switching Protocols'), { status: 101 }),
  sends('a CONNECT’s 200', head('', '200 Connection established'), { status: 200 }),
  sends('a CONNECT’s 200 with Upgrade headers', head(UPGRADE, '200 Connection established'), { status: 200 }),
  sends('200 with Upgrade headers', response(ORDER, UPGRADE), { status: 200, order: '5' }),
  sends('100 a thousand times', Buffer.concat([...Array<Buffer>(1_000).fill(head('', '100 Continue')), response()]), {
    status: 200,
    order: '5',
  }),
  repeats('100 for ever', '', head('', '100 Continue'), { status: null, isEndless: true }),
  sends('204 with a body', response(ORDER, '', '204 No Content'), { status: 204 }),
  sends('304 with a body', response(ORDER, '', '304 Not Modified'), { status: 304 }),
  sends('two status lines', `HTTP/1.1 200 OK\r\n${response().toString()}`, { status: null }),
  sends('status 999', response('{"error":"Link is private"}', '', '999 No'), { status: 999 }),
  sends('status 000', response('{"error":"Link is private"}', '', '000 No'), { status: null }),
  sends('status 65536', response(ORDER, '', '65536 No'), { status: null }),
  sends('no status line', ORDER, { status: null }),
  sends('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', { status: null }),
  sends('nothing', '', { status: null }),
  sends('TLS bytes in plain text', TLS_ALERT, { status: null }),
  sends('a redirect to a file', response('', 'Location: file:///etc/passwd\r\n', '302 Found'), { status: 302 }),
  sends('a pause of 10^308 s', response(ORDER.replace('5', '0'), `Retry-After: 1${'0'.repeat(308)}\r\n`, '429 No'), {
    status: 429,
  }),
];

const headers: HostileAnswer[] = [
  sends('a header name with a space', response(ORDER, 'X Y: 1\r\n'), { status: null }),
  sends('a space before the colon', response(ORDER, 'X-Y : 1\r\n'), { status: null }),
  sends('a header __proto__', response(ORDER, '__proto__: 1\r\n'), { status: 200, order: '5' }),
  sends('20,000 bytes of headers', response(ORDER, `X-Y: ${'x'.repeat(20_000)}\r\n`), { status: null }),
  repeats('an endless header', 'HTTP/1.1 200 OK\r\nX-Y: ', 'x'.repeat(1_000), { status: null }),
  repeats('endless headers', 'HTTP/1.1 200 OK\r\n', `X-Y: ${'x'.repeat(1_000)}\r\n`, { status: null }),
  sends('two lengths', head('Content-Length: 11\r\nContent-Length: 12\r\n') + ORDER, { status: null }),
  sends('a length and chunks', head('Content-Length: 11\r\nTransfer-Encoding: chunked\r\n') + ORDER, { status: null }),
  sends('a length of 10^308', head(`Content-Length: 1${'0'.repeat(308)}\r\n`) + ORDER, { status: null }),
  sends('a negative length', head('Content-Length: -11\r\n') + ORDER, { status: null }),
];

const gzip = 'Content-Encoding: gzip\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';
const bodies: HostileAnswer[] = [
  sends('a body shorter than its length', head('Content-Length: 100\r\n') + ORDER, { status: 200 }),
  sends('a body longer than its length', head('Content-Length: 11\r\n') + ORDER.repeat(2), { status: 200, order: '5' }),
  sends('a chunk of 2^64', head(chunked) + `10000000000000000\r\n${ORDER}\r\n0\r\n\r\n`),
  sends('a chunk of 2^64 - 1', head(chunked) + `ffffffffffffffff\r\n${ORDER}\r\n0\r\n\r\n`, { status: 200 }),
  sends('chunks without an end', head(chunked) + `b\r\n${ORDER}\r\n`, { status: 200 }),
  repeats('an endless chunk extension', `${head(chunked).toString()}b;`, 'x'.repeat(1_000)),
  repeats('endless trailers', head(chunked) + `b\r\n${ORDER}\r\n0\r\n`, `X-Y: ${'x'.repeat(1_000)}\r\n`),
  repeats('an endless body', head(''), ' '.repeat(MEGABYTE), { status: 200 }),
  sends('gzip of gzip', response(gzipSync(gzipSync(ORDER)), gzip), { status: 200 }),
  sends('gzip of gzip, as it says', response(gzipSync(gzipSync(ORDER)), 'Content-Encoding: gzip, gzip\r\n'), {
    status: 200,
  }),
  sends('a broken gzip', response(gzipSync(ORDER).subarray(0, 15), gzip), { status: 200 }),
  sends('a gzip bomb', response(gzipSync(Buffer.alloc(64 * MEGABYTE)), gzip), { status: 200 }),
  sends('9 MB', response(' '.repeat(9 * MEGABYTE)), { status: 200 }),
  sends('UTF-16', response(Buffer.from(`\ufeff${ORDER}`, 'utf16le')), { status: 200 }),
  sends('a broken UTF-8', response(Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x22])), { status: 200 }),
];

/** Behind the connection, in the head, and in the body. */
const ends: HostileAnswer[] = [
  { what: 'a reset before the request', when: 'connected', answer: ({ reset }) => reset(), status: null },
  { what: 'an end before the request', when: 'connected', answer: (stranger) => stranger.end(''), status: null },
  {
    what: 'a TLS alert before the request',
    when: 'connected',
    answer: (stranger) => stranger.end(TLS_ALERT),
    status: null,
  },
  {
    ...{ what: 'silence before the request', when: 'connected', status: null, isEndless: true },
    answer: () => {},
  },
  { what: 'silence', when: 'asked', answer: () => {}, status: null, isEndless: true },
  resets('a reset after the request', '', { status: null }),
  resets('a reset in the head', 'HTTP/1.1 200 OK\r\nContent-Le', { status: null }),
  resets('a reset in the body', head('Content-Length: 100\r\n') + ORDER),
  resets('a reset in a chunk', head(chunked) + `64\r\n${ORDER}`),
  {
    ...{ what: 'silence in the head', when: 'asked', status: null, isEndless: true },
    answer: (stranger) => stranger.write('HTTP/1.1 200 OK\r\nContent-Le'),
  },
  {
    // The status is enough for those who need no body.
    ...{ what: 'silence in the body', when: 'asked', status: 200, isEndless: true },
    answer: (stranger) => stranger.write(head('Content-Length: 100\r\n') + ORDER),
  },
];

/** JSON that another program writes, and that this one must not be surprised by. */
const values: [what: string, json: string][] = [
  ['a lone surrogate', '"\\ud800"'],
  ['a NUL character', '"a\\u0000b"'],
  ['10^308', '1e308'],
  ['-10^308', '-1e308'],
  ['10^308 in digits', `1${'0'.repeat(308)}`],
  ['2^53 + 1', '9007199254740993'],
  ['60,000 brackets', '['.repeat(60_000) + ']'.repeat(60_000)],
  // As deep as it can be read, but perhaps not written.
  ['2,000 brackets', '['.repeat(2_000) + ']'.repeat(2_000)],
  ['60,000 objects', '{"a":'.repeat(60_000) + '0' + '}'.repeat(60_000)],
  ['__proto__', '{"__proto__":{"order":5,"error":"Link is private"}}'],
  ['a text of 900,000 characters', `"${'x'.repeat(900_000)}"`],
];
const of = (names: string, json: string) =>
  `{${names
    .split(' ')
    .map((name) => `"${name}":${json}`)
    .join()}}`;
const AS_ERROR = 'as the error';
const places: [where: string, body: (json: string) => string][] = [
  ['as everything', (json) => json],
  [AS_ERROR, (json) => of('error', json)],
  ['in each field', (json) => of('balance currency status charge start_count remains order refill cancel', json)],
  ['in each field of a line', (json) => `[${of('service name rate min max order refill cancel status', json)}]`],
  [
    'in the texts of a line',
    (json) => `[{"service":1,"rate":"1","min":1,"max":9,${of('name category type desc refill', json).slice(1)}]`,
  ],
];
/** The one of them that is an order's number. */
const asNumber: Record<string, string> = { '2^53 + 1 in each field': '9007199254740993' };
const contents = values.flatMap(([what, json]) =>
  places.map(([where, body]): HostileAnswer => {
    const name = `${what} ${where}`;
    const order = asNumber[name];
    return sends(name, response(body(json)), { status: 200, ...(order && { order }) });
  }),
);

/**
 * What strangers' servers were seen to answer, or may answer. Every caller of another's server has to settle by its deadline with each of
 * them, without an uncaught error.
 */
export const hostileAnswers: HostileAnswer[] = [
  ...unlike,
  ...headers,
  ...bodies,
  ...ends,
  ...contents,
  sends('__proto__ around everything', response('{"__proto__":{"order":5,"balance":"5","status":"Completed"}}'), {
    status: 200,
  }),
];

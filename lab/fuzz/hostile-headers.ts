import type { Choices } from '../choices.ts';
import { prototypeNames } from './hostile-values.ts';

type Headers = [name: string, value: string][];

/** Ways to mark the end of a body; only the first, and some of the others, are valid. */
export const framings = [
  'length',
  'chunked',
  'chunked in small pieces',
  'chunked without an end',
  'chunked, badly',
  'longer than declared',
  'shorter than declared',
  'no length',
  'both length and chunked',
  'two lengths',
  'a negative length',
  'expecting 100-continue',
] as const;
export type Framing = (typeof framings)[number];

const contentTypes = [
  ...['application/json; charset=utf-8', 'application/json;charset=utf-16', 'APPLICATION/JSON', 'application/jsonl'],
  ...['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/octet-stream'],
  ...['application/json, text/plain', 'application/problem+json', '', ';', 'a/b/c', '__proto__', 'constructor/x'],
  'application/json;'.repeat(400),
];

/** The headers of a request without those of its framing. Most are valid. */
export function hostileHeaders(choices: Choices, hasBody: boolean): Headers {
  const { pick, chance } = choices;
  const headers: Headers = [];
  if (chance(97)) headers.push(['host', 'panel.test']);
  if (hasBody) headers.push(['content-type', chance(90) ? 'application/json' : pick(contentTypes)]);
  if (chance(12)) headers.push(...pick(oddHeaders));
  if (chance(8))
    headers.push([
      'idempotency-key',
      pick(['a', '0198c0de-0000-7000-8000-000000000001', 'x'.repeat(256), '\u00e9', '', ',']),
    ]);
  if (chance(1)) headers.push([pick(prototypeNames), 'x']);
  return headers;
}

const oddHeaders: Headers[] = [
  [['cookie', 'rt=abc']],
  [['cookie', `rt=${'x'.repeat(8000)}`]],
  [['cookie', '__proto__=1; constructor=2; rt=%zz; =; ;;']],
  [['cookie', ';'.repeat(8000)]],
  [['cookie', 'a='.repeat(4000)]],
  [['authorization', 'Bearer ']],
  [['authorization', 'Basic eDp5']],
  [['authorization', `Bearer ${'.'.repeat(8000)}`]],
  [['authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.']],
  [['authorization', 'Bearer a.b.c']],
  [['authorization', `Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6Il9fcHJvdG9fXyJ9.e30.${'A'.repeat(43)}`]],
  [['accept', 'application/jsonl']],
  [['accept', `${'text/html,'.repeat(800)}*/*`]],
  [['accept-encoding', 'gzip, br']],
  [['accept-encoding', `${'gzip;q=0.1,'.repeat(700)}br`]],
  [['content-encoding', 'gzip']],
  [['trpc-accept', 'constructor']],
  [['trpc-batch-mode', 'stream']],
  [
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
  ],
  [['connection', 'keep-alive, close, x']],
  [['origin', 'http://evil.test']],
  [['origin', 'null']],
  [['origin', 'http://panel.test']],
  [['sec-fetch-site', 'same-origin']],
  [['x-forwarded-for', '1.2.3.4, ::1']],
  [['x-forwarded-for', ','.repeat(8000)]],
  [['x-forwarded-proto', 'https']],
  [['x-forwarded-host', 'evil.test']],
  [['x-http-method-override', 'DELETE']],
  [['range', 'bytes=0-,1-,2-']],
  [['range', `bytes=${'0-,'.repeat(2000)}`]],
  [['if-none-match', `"${'x'.repeat(4000)}"`]],
  [['if-none-match', `${'W/"a", '.repeat(1000)}*`]],
  [['if-modified-since', 'x']],
  [['user-agent', 'x'.repeat(9000)]],
  [['user-agent', '\u0001\u00ff']],
  [['x-request-id', '../../x']],
  [['x-large', 'x'.repeat(20_000)]],
  [['bad name', 'x']],
  [['x-folded', 'a\r\n b']],
  [['x-split', 'a\r\nset-cookie: rt=1']],
  [['x-nul', 'a\0b']],
  [['host', 'evil.test']],
  [['host', '']],
  [
    ['access-control-request-method', 'PUT'],
    ['origin', 'http://evil.test'],
  ],
  Array.from({ length: 300 }, (_, index): [string, string] => [`x-${index}`, 'x']),
];

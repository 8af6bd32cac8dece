import type { Parameters } from '../api/v2/parameters.ts';

/** How one call is answered instead. A `status` or a `body` replaces the answer, and nothing is bought unless `buys` says so. */
export interface Fault {
  status?: number;
  body?: string | Buffer | ((parameters: Parameters) => string);
  headers?: Record<string, string>;
  /** Between what the supplier does and its answer. */
  delayMs?: number;
  /** Answered once this is settled. The supplier has acted before. */
  after?: Promise<void>;
  /** The connection is reset before anything is bought. */
  dropBefore?: true;
  /** The supplier acts, then the connection is reset. */
  dropAfter?: true;
  /** Never answered. Nothing is bought unless `buys` says so. */
  hang?: true;
  buys?: true;
  /** It refuses the order. An order that the supplier finds by its `request_id` is not refused. */
  refuses?: true;
  /** Written instead of a response; then the connection is reset. */
  bytes?: string;
  /** Before the supplier's own answer. */
  prefix?: string;
  /** Alters the supplier's own answer. */
  change?: (answer: unknown) => unknown;
}

const MEGABYTE = 1_048_576;
const page = (title: string) => `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
const SWITCHES = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
const NOT_KNOWN = '{"error":"Something went wrong, try again"}';
const html = { 'content-type': 'text/html' };

/** Applies a change to each service of a list. */
function ofEach(change: (service: Record<string, unknown>) => Record<string, unknown>) {
  return (answer: unknown) => (Array.isArray(answer) ? answer.map(change) : answer);
}

/** Applies a change to the status of one order, or of each of several. */
function ofStatuses(change: (status: Record<string, unknown>) => Record<string, unknown>) {
  const changed = (value: unknown): unknown => (isObject(value) && 'status' in value ? change(value) : value);
  return (answer: unknown) =>
    isObject(answer) && !('status' in answer)
      ? Object.fromEntries(Object.entries(answer).map(([id, status]) => [id, changed(status)]))
      : changed(answer);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What hostile suppliers do, by name. Those that end in `after` have bought the order. */
export const faults = {
  lost_before: { dropBefore: true },
  lost_after: { dropAfter: true },
  hung_before: { hang: true },
  hung_after: { hang: true, buys: true },
  page_504_before: { status: 504, body: page('504 Gateway Time-out'), headers: html },
  page_504_after: { status: 504, body: page('504 Gateway Time-out'), headers: html, buys: true },
  html_before: { status: 200, body: page('Under maintenance'), headers: html },
  html_after: { status: 200, body: page('Under maintenance'), headers: html, buys: true },
  empty_before: { status: 200, body: '' },
  empty_after: { status: 200, body: '', buys: true },
  error_500_before: { status: 500, body: '{"error":"Internal error"}' },
  error_500_after: { status: 500, body: '{"error":"Internal error"}', buys: true },
  error_503_funds: { status: 503, body: '{"error":"neworder.error.not_enough_funds"}' },
  no_order_before: { status: 200, body: '{"status":"success"}' },
  no_order_after: { status: 200, body: '{"status":"success"}', buys: true },
  zero_order_after: { status: 200, body: '{"order":0}', buys: true },
  negative_order_after: { status: 200, body: '{"order":-1}', buys: true },
  null_order_after: { status: 200, body: '{"order":null,"error":null}', buys: true },
  cut_json_after: { status: 200, body: '{"order":235', buys: true },
  doubled_after: { change: (answer) => [answer, answer] },
  error_beside_order_after: { change: (answer) => (isObject(answer) ? { ...answer, error: 'Try later' } : answer) },
  huge_before: { status: 200, body: Buffer.alloc(10 * MEGABYTE, ' ') },
  huge_after: { status: 200, body: Buffer.alloc(10 * MEGABYTE, ' '), buys: true },
  switches_before: { bytes: SWITCHES },
  switches_after: { bytes: SWITCHES, buys: true },
  unknown_words_before: { status: 200, body: NOT_KNOWN },
  unknown_words_after: { status: 200, body: NOT_KNOWN, buys: true },
  redirect: { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/api/v2' } },
  throttled: { status: 429, body: '{"error":"Too many requests"}', headers: { 'retry-after': '1' } },
  throttled_endlessly: { status: 429, body: '', headers: { 'retry-after': '99999999999999' } },
  slow: { delayMs: 1_500 },
  refused: { status: 200, body: '{"error":"Link is private"}', refuses: true },
  refused_400: { status: 400, body: '{"error":"neworder.error.link"}', refuses: true },
  no_funds: { status: 200, body: '{"error":"neworder.error.not_enough_funds"}', refuses: true },
  error_words_before: { status: 200, body: '{"error":"Something went wrong, try again"}' },
  error_words_after: { status: 200, body: '{"error":"Something went wrong, try again"}', buys: true },
  maintenance: { status: 200, body: '{"error":"We are under maintenance, please try again later"}' },
  wrong_key: { status: 200, body: '{"error":"Invalid API key"}' },
  service_off: { status: 200, body: '{"error":"error.incorrect_service_id"}', refuses: true },
  link_in_use: { status: 200, body: '{"error":"neworder.error.link_duplicate"}', refuses: true },
  echoes_key: {
    status: 200,
    body: ({ key = '' }) => JSON.stringify({ error: `Quantity is wrong (key=${key})` }),
    refuses: true,
  },
  notice_before_json: {
    prefix: '\uFEFF<br />\n<b>Notice</b>: Undefined index in <b>api.php</b> on line <b>9</b>\n',
    headers: html,
  },

  unknown_word: { change: ofStatuses((status) => ({ ...status, status: 'Teleported' })) },
  negative_remains: { change: ofStatuses((status) => ({ ...status, remains: '-5' })) },
  endless_remains: { change: ofStatuses((status) => ({ ...status, remains: '99999999999' })) },
  unknown_word_charged: { change: ofStatuses((status) => ({ ...status, status: 'Teleported', charge: '2.7' })) },
  null_answer: { status: 200, body: 'null' },
  text_answer: { status: 200, body: '"Something went wrong"' },
  triple_charge: {
    change: ofStatuses((status) => ({ ...status, charge: String(Number(status.charge) * 3) })),
  },
  backward: { change: ofStatuses((status) => ({ ...status, status: 'Pending', remains: '1' })) },
  not_known: { change: (answer) => (isObject(answer) ? notKnown(answer) : answer) },
  as_list: { change: (answer) => (isObject(answer) ? Object.values(answer) : answer) },
  prototype: { status: 200, body: '{"__proto__":{"status":"Canceled"},"constructor":{"status":"Canceled"}}' },

  empty_list: { status: 200, body: '[]' },
  shrunk_list: {
    change: (answer) => (Array.isArray(answer) ? answer.slice(0, Math.floor(answer.length / 2)) : answer),
  },
  prices_x50: { change: ofEach((service) => ({ ...service, rate: String(Number(service.rate) * 50) })) },
  doubled_list: { change: (answer) => [answer, answer].flat() },
} as const satisfies Record<string, Fault>;
export type FaultName = keyof typeof faults;

/** The answer for several orders in which the supplier knows none of them, or that for one. */
function notKnown(answer: Record<string, unknown>): unknown {
  const error = 'Incorrect order ID';
  return 'status' in answer ? { error } : Object.fromEntries(Object.keys(answer).map((id) => [id, { error }]));
}

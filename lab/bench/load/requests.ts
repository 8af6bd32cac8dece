import { v7 as uuidv7 } from 'uuid';
import { orderInput } from '../order-input.ts';
import type { Call, OrderCall } from '../task.ts';

interface Request {
  text: string;
  /** Of an order. */
  requestId?: string;
}

/** Creates the requests of a call one after the other. Their common parts are written once. */
export function requestsFor(call: Call, url: URL): () => Request {
  const { host } = url;
  if (call.kind === 'get') {
    const text = `GET ${call.path} HTTP/1.1\r\n${headerLines({ host, ...call.headers })}\r\n`;
    return () => ({ text });
  }
  if (call.kind === 'post') {
    const texts = call.bodies.map((body) => `${headOfPost(call.path, host, body)}${body}`);
    let nth = 0;
    return () => ({ text: texts[nth++ % texts.length] ?? '' });
  }
  return call.kind === 'order' ? orders(call, host) : mixed(call, url);
}

/** The shares among fifty requests: a shop has far more reads than orders, and a login costs most. */
const SHARES = { login: 1, order: 12, balance: 20, history: 12, catalogue: 5 };
/** Coprime to fifty, so kinds alternate. */
const STRIDE = 7;

/** The requests of many customers: reads, orders and logins. */
function mixed({ serviceId, customers, logins }: Extract<Call, { kind: 'mixed' }>, url: URL): () => Request {
  const read = (path: string) => {
    const each = customers.map(({ accessToken }) =>
      requestsFor({ kind: 'get', path, headers: { authorization: `Bearer ${accessToken}` } }, url),
    );
    let nth = 0;
    return () => (each[nth++ % each.length] as () => Request)();
  };
  const kinds: Record<keyof typeof SHARES, () => Request> = {
    login: requestsFor({ kind: 'post', path: '/trpc/auth.login', bodies: logins }, url),
    order: orders({ kind: 'order', serviceId, customers }, url.host),
    balance: read('/trpc/balance.get'),
    history: read('/trpc/orders.list?input=%7B%7D'),
    catalogue: requestsFor({ kind: 'get', path: '/trpc/services.list?input=%7B%7D' }, url),
  };
  const turns = Object.entries(SHARES).flatMap(([kind, share]) =>
    Array.from({ length: share }, () => kinds[kind as keyof typeof SHARES]),
  );
  let nth = 0;
  return () => (turns[(nth++ * STRIDE) % turns.length] as () => Request)();
}

/** Customers alternate, and each order has its own request id. */
function orders({ serviceId, customers }: OrderCall, host: string): () => Request {
  const bodyOf = (requestId: string) => JSON.stringify(orderInput(serviceId, requestId));
  const [before = '', after = ''] = bodyOf('|').split('|');
  const heads = customers.map(({ accessToken }) =>
    headOfPost('/trpc/orders.place', host, bodyOf(uuidv7()), { authorization: `Bearer ${accessToken}` }),
  );
  let next = 0;
  return () => {
    const requestId = uuidv7();
    const head = heads[next++ % heads.length] ?? '';
    return { text: `${head}${before}${requestId}${after}`, requestId };
  };
}

function headOfPost(path: string, host: string, body: string, headers: Record<string, string> = {}): string {
  const all = { host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  return `POST ${path} HTTP/1.1\r\n${headerLines(all)}\r\n`;
}

function headerLines(headers: Record<string, string | number>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

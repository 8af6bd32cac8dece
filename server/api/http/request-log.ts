import type { ObservedRequest, RequestFacts } from './observe-requests.ts';

/** Open clients read these every few seconds, and load balancers check the health. */
const POLLS = new Set([
  'balance.get',
  'balance.recharges',
  'orders.list',
  'orders.get',
  'stats.mine',
  'admin.desk.counts',
  'admin.orders.count',
  'admin.orders.list',
  'admin.orders.get',
  'admin.recharges.count',
  'admin.recharges.list',
  'admin.users.list',
  'admin.stats',
  '/livez',
  '/readyz',
  '/metrics',
]);
/** One in this many is logged. */
const POLLS_PER_LINE = 20;
/** Most requests of a busy shop: the client already has the response. */
const NOT_MODIFIED = 304;
/** A slower read is always logged. */
const SLOW_MS = 1_000;

/** Tokens in mailed links are random text of 43 characters; file names have a dot. */
const LONG_TEXT = /^[^/.]{24,}$/;
/** The next part of the path is the token of a mailed link. */
const BEFORE_TOKEN = /^(reset-?password|confirm-?email)$/i;
const PATH_MAX_LENGTH = 200;
const HIDDEN = ':hidden';

/**
 * Logs one line for each request with the trace id of its response. Polling reads and 304s are sampled, unless they fail or are slow.
 * No line has a query, a body, a header or a token.
 */
export function logRequests(): (request: ObservedRequest, facts: RequestFacts) => void {
  /** Counts by name and status. */
  const skipped = new Map<string, Map<number, number>>();
  return (request, facts) => {
    const { method, route, procedures, status, milliseconds } = facts;
    // Shed requests are logged in one line.
    if (facts.isShed) return;
    const sampled = isPoll(facts);
    if (sampled && !isSampled(procedures[0] ?? route ?? '', status)) return;
    request.log[status >= 500 ? 'warn' : 'info'](
      {
        method,
        path: pathInLog(request.url, route),
        route,
        procedures: procedures.length > 0 ? procedures : undefined,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        userId: request.userId,
        keyId: request.keyId,
        standsFor: sampled ? POLLS_PER_LINE : undefined,
      },
      'request',
    );
  };

  /** The first of each kind, then one in `POLLS_PER_LINE`. */
  function isSampled(name: string, status: number): boolean {
    let ofName = skipped.get(name);
    if (!ofName) skipped.set(name, (ofName = new Map<number, number>()));
    const passed = ofName.get(status) ?? 0;
    ofName.set(status, (passed + 1) % POLLS_PER_LINE);
    return passed === 0;
  }
}

function isPoll({ route = '', procedures, status, milliseconds }: RequestFacts): boolean {
  if (milliseconds >= SLOW_MS) return false;
  if (status === NOT_MODIFIED) return true;
  const isGood = status < 400 && status !== 207;
  const names = procedures.length > 0 ? procedures : [route];
  return isGood && names.every((name) => POLLS.has(name));
}

/** The path without its query and without secrets. */
function pathInLog(url: string, route: string | undefined): string {
  // `procedures` has the known names; the rest of the path may be anything.
  if (route?.startsWith('/trpc/')) return '/trpc';
  const parts = (url.split(/[?#]/, 1)[0] ?? '').split('/');
  const safe = parts.map((part, index) =>
    BEFORE_TOKEN.test(parts[index - 1] ?? '') || LONG_TEXT.test(part) ? HIDDEN : part,
  );
  return safe.join('/').slice(0, PATH_MAX_LENGTH);
}

import type { ObservedRequest, RequestFacts } from './observe-requests.ts';

/** Every screen that is open reads these again every few seconds, and balancers ask whether the server is well. */
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
/** Of such reads one in so many has a line. */
const POLLS_PER_LINE = 20;
/** What is said to whoever has the answer already: most of what a busy shop is asked, and nothing comes of it. */
const NOT_MODIFIED = 304;
/** A read that took so long is worth a line all the same. */
const SLOW_MS = 1_000;

/** Tokens in mailed links are random text of 43 characters; file names are told by their ending. */
const LONG_TEXT = /^[^/.]{24,}$/;
/** What follows these in an address is the token of a mailed link. */
const BEFORE_TOKEN = /^(reset-?password|confirm-?email)$/i;
const PATH_MAX_LENGTH = 200;
const HIDDEN = ':hidden';

/**
 * Makes what writes one line for each request: what was asked, what it was answered and how long it took, under the id that
 * the answer had. Reads that poll, and answers that somebody has already, are sampled, unless they fail or are slow. No line has
 * a query, a body, a header or a token in it.
 */
export function logRequests(): (request: ObservedRequest, facts: RequestFacts) => void {
  /** By what was asked, and by what was answered. */
  const passedOver = new Map<string, Map<number, number>>();
  return (request, facts) => {
    const { method, route, procedures, status, milliseconds } = facts;
    // There is one line for many of these.
    if (facts.isShed) return;
    const sampled = isPoll(facts);
    if (sampled && !isItsTurn(procedures[0] ?? route ?? '', status)) return;
    request.log[status >= 500 ? 'warn' : 'info'](
      {
        method,
        path: pathInLog(request.url, route),
        route,
        procedures: procedures.length > 0 ? procedures : undefined,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        userId: request.userId,
        standsFor: sampled ? POLLS_PER_LINE : undefined,
      },
      'request',
    );
  };

  /** The first one of each kind, and then one in so many. */
  function isItsTurn(name: string, status: number): boolean {
    let ofName = passedOver.get(name);
    if (!ofName) passedOver.set(name, (ofName = new Map<number, number>()));
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

/** The path without its query, and without whatever in it may be a secret. */
function pathInLog(url: string, route: string | undefined): string {
  // Of procedures the line has the names that there are; what else is asked for may be anything.
  if (route?.startsWith('/trpc/')) return '/trpc';
  const parts = (url.split(/[?#]/, 1)[0] ?? '').split('/');
  const shown = parts.map((part, index) =>
    BEFORE_TOKEN.test(parts[index - 1] ?? '') || LONG_TEXT.test(part) ? HIDDEN : part,
  );
  return shown.join('/').slice(0, PATH_MAX_LENGTH);
}

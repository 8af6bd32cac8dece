import type { FuzzRequest } from './requests.ts';
import { endsEarly, type FuzzAnswer } from './send-request.ts';

/** Internals that no response may reveal. */
const INSIDE = [
  /\bat [^\s"]+ \([^)]*:\d+:\d+\)/,
  /\bat (?:async )?(?:file:\/\/)?\/[^\s"]*:\d+/,
  /node_modules|node:internal|\/server\/|\.ts:\d+/,
  /drizzle|postgres|\bpg_|SQLSTATE|Failed query/i,
  /\b(?:select|from|into|update|returning) \\?"\w/,
  /\b(?:Type|Range|Syntax|Reference|Zod|Assertion|TRPC|Postgres)Error\b|Unexpected token|in JSON at position/,
  /\$argon2|password_?hash|JWT_SECRET|DATABASE_URL|\bECONN|ENOENT|EACCES/i,
];

/** Static files. */
const FIXED_FILES = /^\/api\/(docs|openapi\.json)/;

/** Calls that hash a password: only these may be refused as busy. */
const HASHING = /login|register|changePassword|resetPassword|updateProfile|user\/update/i;

/** The faults in a response. */
export function faultsOf(request: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, text, timedOut } = answer;
  if (timedOut) return isNeverWhole(request) ? [] : ['not answered in time'];
  if (status === undefined) return mayBeDisconnected(request) ? [] : ['disconnected without a response'];
  return [...statusFaults(request, status, text), ...(FIXED_FILES.test(request.target) ? [] : internalsIn(text))];
}

/** Node ignores a bad body of an upgrade request, and waits for the rest until its own timeout. */
function isNeverWhole({ framing, headers }: FuzzRequest): boolean {
  return framing === 'chunked, badly' && headers.some(([name]) => name === 'upgrade');
}

/** Requests that end early, or request a tunnel. */
function mayBeDisconnected({ method, framing }: FuzzRequest): boolean {
  return method === 'CONNECT' || endsEarly.has(framing);
}

function statusFaults({ target }: FuzzRequest, status: number, text: string): string[] {
  if (status === 503)
    return isBusy(target, text) ? [] : ['answered 503 with no limit to explain it, or without Retry-After'];
  if (status >= 500) return [`answered ${status}`];
  // A batch and a stream contain the statuses of their calls.
  const inner = [...text.matchAll(/"httpStatus":(5\d\d)/g)].map(([, found]) => Number(found));
  const unexplained = inner.filter((each) => each !== 503 || !HASHING.test(target));
  return unexplained.length > 0 || text.includes('INTERNAL_SERVER_ERROR')
    ? [`answered ${unexplained.join()} inside`]
    : [];
}

function isBusy(target: string, text: string): boolean {
  return HASHING.test(target) && /\r\nretry-after: \d+\r\n/i.test(text);
}

/** Random letters may contain any word. */
const TOKENS = /\beyJ[\w-]+\.[\w-]+\.[\w-]+|\brt=[\w-]+/g;

function internalsIn(text: string): string[] {
  const rest = text.replace(TOKENS, '');
  return INSIDE.flatMap((pattern) => {
    const found = pattern.exec(rest)?.[0];
    return found === undefined ? [] : [`reveals internals: ${found.slice(0, 100)}`];
  });
}

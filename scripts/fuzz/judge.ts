import type { FuzzRequest } from './requests.ts';
import { endsEarly, type FuzzAnswer } from './send-request.ts';

/** Words of the inside that no answer may hold, whoever asks. */
const INSIDE = [
  /\bat [^\s"]+ \([^)]*:\d+:\d+\)/,
  /\bat (?:async )?(?:file:\/\/)?\/[^\s"]*:\d+/,
  /node_modules|node:internal|\/server\/|\.ts:\d+/,
  /drizzle|postgres|\bpg_|SQLSTATE|Failed query/i,
  /\b(?:select|from|into|update|returning) \\?"\w/,
  /\b(?:Type|Range|Syntax|Reference|Zod|Assertion|TRPC|Postgres)Error\b|Unexpected token|in JSON at position/,
  /\$argon2|password_?hash|JWT_SECRET|DATABASE_URL|\bECONN|ENOENT|EACCES/i,
];

/** Files that are served as they are; what is in them is no answer of the panel's. */
const FIXED_FILES = /^\/api\/(docs|openapi\.json)/;

/** Calls that hash a password: only these may be too many at once. */
const HASHING = /login|register|changePassword|resetPassword|updateProfile|user\/update/i;

/** What is wrong with an answer, a phrase each; empty where nothing is. */
export function faultsOf(request: FuzzRequest, answer: FuzzAnswer): string[] {
  const { status, text, timedOut } = answer;
  if (timedOut) return isNeverWhole(request) ? [] : ['not answered in time'];
  if (status === undefined) return mayBeHungUpOn(request) ? [] : ['hung up on without an answer'];
  return [...statusFaults(request, status, text), ...(FIXED_FILES.test(request.target) ? [] : insideTold(text))];
}

/**
 * What is wrong with the body of a request that asks for an upgrade is passed over by Node, which then waits for the rest until
 * the request's own timeout.
 */
function isNeverWhole({ framing, headers }: FuzzRequest): boolean {
  return framing === 'chunked, badly' && headers.some(([name]) => name === 'upgrade');
}

/** Whoever breaks off their own request, or asks for a tunnel, which nobody offers. */
function mayBeHungUpOn({ method, framing }: FuzzRequest): boolean {
  return method === 'CONNECT' || endsEarly.has(framing);
}

function statusFaults({ target }: FuzzRequest, status: number, text: string): string[] {
  if (status === 503)
    return isBusy(target, text) ? [] : ['answered 503 with no limit to explain it, or without Retry-After'];
  if (status >= 500) return [`answered ${status}`];
  // A batch and a stream carry the statuses of their calls inside.
  const inner = [...text.matchAll(/"httpStatus":(5\d\d)/g)].map(([, found]) => Number(found));
  const unexplained = inner.filter((each) => each !== 503 || !HASHING.test(target));
  return unexplained.length > 0 || text.includes('INTERNAL_SERVER_ERROR')
    ? [`answered ${unexplained.join()} inside`]
    : [];
}

function isBusy(target: string, text: string): boolean {
  return HASHING.test(target) && /\r\nretry-after: \d+\r\n/i.test(text);
}

/** An access token, and the cookie of a session: random letters, among which any word may stand by chance. */
const TOKENS = /\beyJ[\w-]+\.[\w-]+\.[\w-]+|\brt=[\w-]+/g;

function insideTold(text: string): string[] {
  const said = text.replace(TOKENS, '');
  return INSIDE.flatMap((pattern) => {
    const found = pattern.exec(said)?.[0];
    return found === undefined ? [] : [`told of the inside: ${found.slice(0, 100)}`];
  });
}

import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { supplierCalls } from '#db/schema/suppliers.ts';
import type { CallAction } from '#shared/suppliers.ts';
import type { FailureReason } from '../../base/outbound/failure.ts';
import type { Outbound, Outcome } from '../../base/outbound/outbound.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import { keyOfSupplier } from '../key-of-supplier.ts';
import { stopSupplier } from '../stop-supplier.ts';
import { createKeyMask, type KeyMask } from './mask-key.ts';
import { readJson } from './read-json.ts';
import type { CallableSupplier } from './results.ts';

export interface CallTools {
  db: Db;
  outbound: Outbound;
  secrets: SecretBox;
  log: Pick<FastifyBaseLogger, 'error'>;
  /** Of `add`; one minute by default, because a short deadline makes unknown purchases. */
  addTimeoutMs?: number;
  /** Of other calls; 30 seconds by default. */
  timeoutMs?: number;
}

/** What came back from a supplier. */
export type Answer = (
  | {
      kind: 'response';
      status: number;
      body: Buffer;
      /** Undefined if the body is no JSON, and for a list, which is read by the slice. */
      json: unknown;
      /** A short body that is neither JSON with fields nor a page, such as `null`. */
      plain?: string | undefined;
      /** Of the header `Retry-After`, from 1 to 3600; 60 without one. */
      retryAfterSeconds: number;
    }
  | { kind: 'none'; reason: FailureReason; mayHaveArrived: boolean }
  /** Nothing was sent: SECRETS_KEY is another one than the key was encrypted by. */
  | { kind: 'key_unreadable' }
) & {
  /** A text of the supplier for the database: without the key and control characters, cut to a length, 500 by default. */
  clean: (text: string, maxLength?: number) => string;
};

/** One request of a protocol, and how its answer is read. */
export interface Call<Result> {
  action: CallAction;
  fields: Record<string, string>;
  /** Writes it, with the key or with a mask in its place. */
  write: (key: string, call: Request) => { headers: Record<string, string>; body: string };
  /** Its `kind` and `text` are stored as the outcome. */
  read: (answer: Answer) => Result | Promise<Result>;
}
type Request = Pick<Call<unknown>, 'action' | 'fields'>;

const USER_AGENT = 'reseller-panel/1 (+suppliers)';
const ADD_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** The database refuses a longer one. */
const MAX_STORED_BYTES = 65_536;
const MAX_TEXT_LENGTH = 500;
const MAX_REQUEST_LENGTH = 65_536;
const DEFAULT_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3_600;

/**
 * Sends one request to a supplier, reads the answer, and stores both, with the key masked. A supplier whose key can't be read is
 * stopped.
 * @param forwardId of the purchase that it is for, for the log of calls
 */
export async function callSupplier<Result extends { kind: string; text?: string }>(
  tools: CallTools,
  supplier: CallableSupplier,
  { read, write, action, fields }: Call<Result>,
  forwardId: number | null = null,
): Promise<Result> {
  const { db, outbound, secrets, addTimeoutMs = ADD_TIMEOUT_MS, timeoutMs = TIMEOUT_MS } = tools;
  const key = secrets.open(supplier.sealedKey, keyOfSupplier(supplier.id));
  if (key === undefined) {
    await stopSupplier(db, { supplierId: supplier.id, reason: 'key_unreadable' });
    return read({ kind: 'key_unreadable', clean: cleaned });
  }
  const mask = createKeyMask(key);
  const outcome = await outbound({
    url: supplier.url,
    method: 'POST',
    userAgent: USER_AGENT,
    ...write(key, { action, fields }),
    timeoutMs: action === 'add' ? addTimeoutMs : timeoutMs,
    maxBytes: action === 'services' ? MAX_LIST_BYTES : MAX_BYTES,
  });
  const clean: Answer['clean'] = (text, maxLength) => cleaned(mask.words(text), maxLength);
  const result = await read({ ...answerOf(outcome, action), clean });
  const request = write('***', { action, fields }).body;
  await store(tools, supplier, { action, request, forwardId }, { outcome, mask, result });
  return result;
}

function answerOf(outcome: Outcome, action: CallAction) {
  if (outcome.kind === 'failed')
    return { kind: 'none', reason: outcome.reason, mayHaveArrived: outcome.mayHaveArrived } as const;
  const { status, body, headers } = outcome;
  const retryAfterSeconds = retryAfterIn(headers['retry-after']);
  const json = action === 'services' ? undefined : readJson(body);
  const isShort = json === undefined && action !== 'services' && body.length <= MAX_TEXT_LENGTH;
  const plain = isShort ? body.toString().trim() : '';
  const isPlain = plain !== '' && !plain.startsWith('<');
  return { kind: 'response', status, body, json, retryAfterSeconds, plain: isPlain ? plain : undefined } as const;
}

/** In seconds or as a date, as RFC 9110 says. */
function retryAfterIn(header: string | undefined): number {
  if (header === undefined) return DEFAULT_RETRY_SECONDS;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return DEFAULT_RETRY_SECONDS;
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_SECONDS);
}

/** One line that PostgreSQL stores. */
function cleaned(text: string, maxLength = MAX_TEXT_LENGTH): string {
  // Before the patterns, so that they never see a text of megabytes.
  const beginning = text.slice(0, 2 * maxLength);
  return beginning
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

interface Ended {
  outcome: Outcome;
  mask: KeyMask;
  result: { kind: string; text?: string };
}

/** A result is never lost because its log can't be written. */
async function store(
  { db, log }: CallTools,
  supplier: CallableSupplier,
  { action, request, forwardId }: { action: CallAction; request: string; forwardId: number | null },
  { outcome, mask, result }: Ended,
): Promise<void> {
  const response =
    outcome.kind === 'answered'
      ? {
          httpStatus: outcome.status,
          response: mask.bytes(outcome.body, MAX_STORED_BYTES),
          responseBytes: outcome.body.length,
          mayHaveArrived: true,
        }
      : { failure: outcome.reason, mayHaveArrived: outcome.mayHaveArrived };
  try {
    await noteReached(db, supplier, outcome);
    await db.insert(supplierCalls).values({
      supplierId: supplier.id,
      action,
      forwardId,
      request: mask.text(request).slice(0, MAX_REQUEST_LENGTH),
      ...response,
      outcome: mask.text(outcomeOf(result)),
      startedAt: sql`now() - make_interval(secs => ${outcome.durationMs / 1000}::float8)`,
      durationMs: outcome.durationMs,
    });
  } catch (error) {
    log.error({ err: error, supplierId: supplier.id, action, forwardId }, 'a call to a supplier could not be stored');
  }
}

/** Any call says whether a supplier answers, not only a purchase. A call that this panel refuses says nothing. */
async function noteReached(db: Db, { id }: CallableSupplier, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'failed' && outcome.reason === 'address_refused') return;
  await db.execute(
    outcome.kind === 'answered'
      ? sql`update suppliers set unreachable_since = null, unreachable_count = 0 where id = ${id} and unreachable_since is not null`
      : sql`update suppliers set unreachable_since = now() where id = ${id} and unreachable_since is null`,
  );
}

function outcomeOf({ kind, text }: Ended['result']): string {
  if (kind === 'answered' || kind === 'accepted') return 'ok';
  return text ? `${kind}: ${text}` : kind;
}

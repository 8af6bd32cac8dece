import { initTRPC, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { v7 as uuidv7 } from 'uuid';
import { ZodError } from 'zod';
import { type ErrorCode, type ErrorDetails, errorMessages, type FieldErrors } from '#shared/errors.ts';
import { requestId } from '#shared/numbers.ts';
import type { Context } from './context.ts';
import { DomainError, refusalIn, trpcCodes } from './errors.ts';
import type { Topic } from './events/event-bus.ts';
import { agreedRequestId } from './idempotency-key.ts';
import { withRecentLogin } from './identity/assert-reauthenticated.ts';
import type { Authenticated } from './identity/authenticate.ts';
import { assertSession } from './identity/authenticate.ts';
import { admitKey, assertScope } from './identity/keys/key-scope.ts';
import { needOf } from './identity/keys/scopes.ts';

/** The fields of `data` in every error, in addition to tRPC's own. */
export interface ErrorData {
  domainCode: ErrorCode;
  fieldErrors: FieldErrors | null;
  details: ErrorDetails | null;
  /** The request's id in the log. */
  traceId: string | null;
  /** The idempotency key of the operation, sent or made: with it the call can be repeated safely. */
  requestId?: string | undefined;
}

/** A longer body, accepted from signed-in users, or from admins only. */
export type LongInput = { upToBytes: number } | { ofAdminsUpToBytes: number };

/** The options of a procedure's `.meta()`. */
export interface ProcedureMeta {
  /** The result is the same for all callers, and is cached until a topic changes. */
  cached?: {
    until: Topic;
    /** Fields of the input with too many values to cache the results. */
    except?: string[];
  };
  /** It accepts a longer body than others. */
  longInput?: LongInput;
  /** It is a subscription. */
  isStream?: true;
  /** It is a mutation with a `requestId` in its input, which the header `Idempotency-Key` may give. */
  takesRequestId?: true;
}

/** Keeps event streams alive with pings, so that no proxy closes them. A client that receives nothing for longer reconnects. */
export const streamOptions = {
  ping: { enabled: true, intervalMs: 15_000 },
  client: { reconnectAfterInactivityMs: 40_000 },
};

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    sse: streamOptions,
    errorFormatter: ({ shape, error, ctx }) => formatError(shape, error, ctx),
  });

function formatError<Shape extends { data: object }>(shape: Shape, error: TRPCError, ctx: Context | undefined) {
  const { message, ...described } = describeError(error);
  const data = { ...described, traceId: ctx?.traceId ?? null, requestId: requestIds.get(error) ?? ctx?.requestId };
  return { ...shape, message, data: { ...(shape.data as Shape['data']), ...data } satisfies ErrorData & object };
}

/** The request ids of the operations that failed. An error belongs to one call. */
const requestIds = new WeakMap<TRPCError, string>();

/** The code that the answer names. */
export function codeOfError(error: TRPCError): ErrorCode {
  return describeError(error).domainCode;
}

/** The format of tRPC's adapter for an error. */
export function errorShapeOf(error: TRPCError, { path, ctx }: { path: string; ctx: Context }): object {
  const data = { code: error.code, httpStatus: getHTTPStatusCodeFromError(error), path };
  return formatError({ message: error.message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data }, error, ctx);
}

/**
 * The outermost middleware: it sees every error, including invalid inputs and outputs. It counts the call by its outcome and gives a
 * domain error its tRPC code, and so its HTTP status. Any other error stays unexpected.
 */
const endCalls = t.middleware(async ({ ctx, path, next }) => {
  const startedMs = performance.now();
  const result = await next();
  const outcome = result.ok ? 'ok' : describeError(result.error).domainCode;
  ctx.deps.onCallEnded(path, outcome, performance.now() - startedMs);
  if (!result.ok) {
    const error = translated(result.error.cause) ?? result.error;
    const id = requestIds.get(result.error);
    if (id !== undefined) requestIds.set(error, id);
    throw error;
  }
  return isStream(result.data) ? { ...result, data: translateWithin(result.data) } : result;
});

function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
}

/** A stream may fail long after it began. */
async function* translateWithin(stream: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* stream;
  } catch (cause) {
    throw translated(cause) ?? cause;
  }
}

function translated(cause: unknown): TRPCError | undefined {
  const refusal = refusalIn(cause);
  return refusal && new TRPCError({ code: trpcCodes[refusal.code], message: refusal.message, cause: refusal });
}

/** @throws DomainError `key_scope_missing` for a key without the scope of orders: an order may follow the call */
export const assertMayOrder = (who: Pick<Authenticated, 'key'>) => assertScope(who, 'order');

export const router = t.router;
export const mergeRouters = t.mergeRouters;

/**
 * Gives a mutation the request id of its header. Its errors name the id that was sent, or that it made.
 * @throws DomainError `bad_input` if input and header have different ones
 */
const keyCalls = t.middleware(async ({ ctx, type, getRawInput, next }) => {
  if (type !== 'mutation') return next();
  const input = await getRawInput().catch(() => null);
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  const given: unknown = isObject && 'requestId' in input ? input.requestId : undefined;
  const sent = typeof given === 'string' ? given : undefined;
  let named = agreedRequestId(sent, ctx.requestId, 'requestId');
  const name = (id: string) => {
    ctx.nameRequest(id);
    return (named = id);
  };
  if (requestId.safeParse(named).success) name(String(named));
  const makeRequestId = () => named ?? name(uuidv7());
  const isOfHeader = given === undefined && named !== undefined && (isObject || input === undefined);
  const result = isOfHeader
    ? await next({ getRawInput: () => Promise.resolve({ ...input, requestId: named }) })
    : await next({ ctx: { makeRequestId } });
  if (!result.ok && requestId.safeParse(named).success) requestIds.set(result.error, String(named));
  return result;
});

/** Refuses API keys above their limit, and those that call what is closed to them. */
const limitKeys = t.middleware(({ ctx, path, next }) => {
  ctx.takeKeyCall();
  if (ctx.isByKey && needOf(path) === 'closed') throw new DomainError('key_not_allowed');
  return next();
});

/** An input whose fields are all optional may be left out: a procedure that needs one is called with an empty one. */
const fillInput = t.middleware(async ({ getRawInput, next }) => {
  const result = await next();
  const isRefusedInput = !result.ok && result.error.cause instanceof ZodError && result.error.code === 'BAD_REQUEST';
  if (!isRefusedInput || (await getRawInput()) !== undefined) return result;
  return next({ getRawInput: () => Promise.resolve({}) });
});

export const publicProcedure = t.procedure.use(endCalls).use(keyCalls).use(limitKeys).use(fillInput);

/** For signed-in users and keys with the procedure's scope; narrows the context to the caller. */
export const protectedProcedure = publicProcedure.use(async ({ ctx, path, next }) =>
  next({ ctx: admitKey(await ctx.authenticate(), path) }),
);

/** As {@link protectedProcedure}; a login less than ten minutes old counts as a re-authentication. */
export const recentLoginProcedure = protectedProcedure.use(({ ctx, next }) =>
  next({ ctx: { actor: withRecentLogin(ctx).actor } }),
);

/** For signed-in users, also for an admin who can only enrol a second factor: the procedures of one's own account. */
export const ownAccountProcedure = publicProcedure.use(async ({ ctx, path, next }) =>
  next({ ctx: admitKey(await ctx.authenticateToEnroll(), path) }),
);

/** As {@link ownAccountProcedure}, for sessions only, independent of the table of scopes. */
export const sessionProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const who = await ctx.authenticateToEnroll();
  assertSession(who);
  return next({ ctx: who });
});

/** For everything under `admin`; each verb checks the role again. */
export const adminProcedure = publicProcedure.use(async ({ ctx, path, next }) => {
  const authenticated = admitKey(await ctx.authenticate(), path);
  if (authenticated.actor.role !== 'admin') throw new DomainError('forbidden');
  return next({ ctx: authenticated });
});

/** As {@link protectedProcedure}, for mutations with a `requestId` in their input. */
export const keyedProcedure = protectedProcedure.meta({ takesRequestId: true });
/** As {@link adminProcedure}, for mutations with a `requestId` in their input. */
export const keyedAdminProcedure = adminProcedure.meta({ takesRequestId: true });

/** The message and data of an error: a domain error has its own, an unexpected error gets a plain sentence. */
function describeError(error: TRPCError): {
  message: string;
  domainCode: ErrorCode;
  fieldErrors: FieldErrors | null;
  details: ErrorDetails | null;
} {
  const refusal = refusalIn(error.cause, { ofInput: error.code === 'BAD_REQUEST' });
  // tRPC's own message names the method and the kind of the procedure.
  if (error.code === 'METHOD_NOT_SUPPORTED') return { ...plain('bad_input'), message: error.message };
  if (!refusal) return plain(codeOfProtocolError[error.code] ?? 'internal');
  const { message, code: domainCode, fieldErrors = null, details = null } = refusal;
  return { message, domainCode, fieldErrors, details };
}

/** Errors of tRPC itself, before a verb is called. */
const codeOfProtocolError: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'bad_input',
  BAD_REQUEST: 'bad_input',
  NOT_FOUND: 'not_found',
  UNSUPPORTED_MEDIA_TYPE: 'bad_input',
  PAYLOAD_TOO_LARGE: 'payload_too_large',
};

const plain = (domainCode: ErrorCode) => ({
  message: errorMessages[domainCode],
  domainCode,
  fieldErrors: null,
  details: null,
});

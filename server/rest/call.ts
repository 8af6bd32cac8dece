import type { z } from 'zod';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { DomainError, refusalIn } from '../errors.ts';
import { assertAdmin } from '../identity/assert-admin.ts';
import type { Authenticated } from '../identity/authenticate.ts';
import type { Reply, WrittenReply } from './envelope.ts';

type Schema = z.ZodType;
type None = z.ZodUndefined;

interface Description {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the host's root, with parameters in braces as OpenAPI writes them. */
  path: string;
  summary: string;
  /** The tRPC procedure that does the same: where to move to. */
  procedure: string;
  /** And others, where one path stands for several. */
  alsoProcedures?: string[];
  /** What the verb may refuse, beside input and callers that nobody lets through. */
  refusals?: ErrorCode[];
  /** What a success says. */
  message: string;
  /** A body to try it with, shown in the document. */
  example?: unknown;
  /** Whether it answers rows with `meta`. */
  isList?: boolean;
  /** Whether it heeds an `Idempotency-Key`. */
  takesKey?: boolean;
  /** Whether it reads the refresh cookie. */
  takesCookie?: boolean;
}

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  requestId: string | undefined;
}

/** One method and path of the older interface: what it takes, what it answers, and the verb behind it. */
export interface Call extends Description {
  access: 'public' | 'visitor' | 'user' | 'admin';
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  data: Schema;
  /** @throws DomainError whatever the verb refuses, `bad_input` with the schema's message, and as `access` demands. */
  respond: (ctx: Context, raw: RawInput) => Promise<Reply | WrittenReply>;
}

interface Input<P extends Schema, Q extends Schema, B extends Schema> {
  ctx: Context;
  deps: Deps;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  requestId: string | undefined;
}

interface Definition<P extends Schema, Q extends Schema, B extends Schema, D extends Schema, Caller>
  extends Description {
  params?: P;
  query?: Q;
  body?: B;
  data: D;
  run: (input: Input<P, Q, B> & Caller) => Promise<Reply<z.input<D>> | WrittenReply>;
}

/** For everybody; who asks is not looked at, and a token that was sent along for nothing does no harm. */
export function publicCall<D extends Schema, P extends Schema = None, Q extends Schema = None, B extends Schema = None>(
  definition: Definition<P, Q, B, D, unknown>,
): Call {
  return makeCall('public', definition, async () => ({}));
}

/** For visitors and users alike; but whoever shows a token has to be let in by it. */
export function visitorCall<
  D extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(definition: Definition<P, Q, B, D, Partial<Authenticated>>): Call {
  return makeCall('visitor', definition, async (ctx) => (ctx.hasAuthorization ? authenticateOrRefresh(ctx) : {}));
}

/** Somebody who is blocked meanwhile is sent to refresh as well, which tells them. */
async function authenticateOrRefresh(ctx: Context): Promise<Authenticated> {
  try {
    return await ctx.authenticate();
  } catch (error) {
    throw refusalIn(error)?.code === 'blocked' ? new DomainError('session_ended') : error;
  }
}

/** For signed-in users. */
export function userCall<D extends Schema, P extends Schema = None, Q extends Schema = None, B extends Schema = None>(
  definition: Definition<P, Q, B, D, Authenticated>,
): Call {
  return makeCall('user', definition, (ctx) => ctx.authenticate());
}

/** For admins. The outer fence, told before any input is looked at; each verb asserts the role once more. */
export function adminCall<D extends Schema, P extends Schema = None, Q extends Schema = None, B extends Schema = None>(
  definition: Definition<P, Q, B, D, Authenticated>,
): Call {
  return makeCall('admin', definition, async (ctx) => {
    const caller = await ctx.authenticate();
    assertAdmin(caller.actor);
    return caller;
  });
}

function makeCall<P extends Schema, Q extends Schema, B extends Schema, D extends Schema, Caller>(
  access: Call['access'],
  { run, ...definition }: Definition<P, Q, B, D, Caller>,
  letIn: (ctx: Context) => Promise<Caller>,
): Call {
  const { params, query, body } = definition;
  return {
    ...definition,
    access,
    params,
    query,
    body,
    async respond(ctx, raw) {
      const caller = await letIn(ctx);
      return run({
        ...caller,
        ctx,
        deps: ctx.deps,
        params: parseWhere(params, raw.params),
        query: parseWhere(query, raw.query),
        // Without a body its fields are missing, and are told by name.
        body: parseWhere(body, raw.body ?? {}),
        requestId: raw.requestId,
      });
    },
  };
}

/** @throws DomainError `bad_input` with the schema's own message. */
export function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusalIn(parsed.error, { ofInput: true }) ?? parsed.error;
}

/** A call that declares no such input gets none. */
function parseWhere<S extends Schema>(schema: S | undefined, value: unknown): z.output<S> {
  return schema ? parse(schema, value) : (undefined as z.output<S>);
}

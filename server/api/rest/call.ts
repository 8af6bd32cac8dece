import type { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { Context } from '../../base/context.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, refusalIn } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { withRecentLogin } from '../../base/identity/assert-reauthenticated.ts';
import type { Authenticated } from '../../base/identity/authenticate.ts';
import { admitKey } from '../../base/identity/keys/key-scope.ts';
import { needOf } from '../../base/identity/keys/scopes.ts';
import type { Reply, WrittenReply } from './envelope.ts';

type Schema = z.ZodType;
type None = z.ZodUndefined;

interface Description {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the host's root, with parameters in braces, as in OpenAPI. */
  path: string;
  summary: string;
  /** The equivalent tRPC procedure. */
  procedure: string;
  /** Others, if one path does several things. */
  alsoProcedures?: string[];
  /** The verb's errors, in addition to invalid input and missing permissions. */
  refusals?: ErrorCode[];
  /** The message of a success. */
  message: string;
  /** An example body in the document. */
  example?: unknown;
  /** Whether it returns rows with `meta`. */
  isList?: boolean;
  /** Whether it accepts an `Idempotency-Key`. */
  takesKey?: boolean;
  /** The longest body, if it is longer than others. It is read from signed-in callers only. */
  bodyLimitBytes?: number;
  /** Whether it reads the refresh cookie. */
  takesCookie?: boolean;
}

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  requestId: string | undefined;
  makeRequestId: () => string;
}

/** One method and path of the REST API: its input, its output and its verb. */
export interface Call extends Description {
  access: Access;
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  data: Schema;
  /** @throws DomainError if the caller may not make this call */
  admit: (ctx: Context) => Promise<void>;
  /** @throws DomainError of the verb, `bad_input` with the schema's message, and errors of `access`. */
  respond: (ctx: Context, raw: RawInput) => Promise<Reply | WrittenReply>;
}

interface Input<P extends Schema, Q extends Schema, B extends Schema> {
  ctx: Context;
  deps: Deps;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  requestId: string | undefined;
  /** Makes one for a call without one that records its operation under it; an error names it. */
  makeRequestId: () => string;
}

interface Definition<P extends Schema, Q extends Schema, B extends Schema, D extends Schema, Caller>
  extends Description {
  params?: P;
  query?: Q;
  body?: B;
  data: D;
  run: (input: Input<P, Q, B> & Caller) => Promise<Reply<z.input<D>> | WrittenReply>;
}

/** The kinds of access, with the information that each gives a call. */
interface Callers {
  /** Anybody; a token is ignored, but an API key may be refused. */
  public: object;
  /** Visitors and users; a token, if sent, must be valid. */
  visitor: Partial<Authenticated>;
  /** Signed-in users. */
  user: Authenticated;
  /** Admins, checked before any input; each verb checks the role again. */
  admin: Authenticated;
}
type Access = keyof Callers;

type Procedures = Pick<Description, 'procedure' | 'alsoProcedures'>;

const authenticateFor: { [A in Access]: (ctx: Context, procedures: Procedures) => Promise<Callers[A]> } = {
  async public(ctx, { procedure }) {
    if (ctx.isByKey && needOf(procedure) === 'closed') throw new DomainError('key_not_allowed');
    return {};
  },
  visitor: async (ctx, procedures) => (ctx.hasAuthorization ? authenticateOrRefresh(ctx, procedures) : {}),
  user: authenticateCaller,
  async admin(ctx, procedures) {
    const caller = await authenticateCaller(ctx, procedures);
    assertAdmin(caller.actor);
    return caller;
  },
};

/** Clients of this API can't ask for a password, so a login less than ten minutes old counts as a re-authentication. */
async function authenticateCaller(
  ctx: Context,
  { procedure, alsoProcedures = [] }: Procedures,
): Promise<Authenticated> {
  return withRecentLogin(admitKey(await ctx.authenticate(), procedure, ...alsoProcedures));
}

/** A blocked user gets 401 as well; the following refresh returns the reason. */
async function authenticateOrRefresh(ctx: Context, procedures: Procedures): Promise<Authenticated> {
  try {
    return await authenticateCaller(ctx, procedures);
  } catch (error) {
    throw refusalIn(error)?.code === 'blocked' ? new DomainError('session_ended') : error;
  }
}

export function defineCall<
  A extends Access,
  D extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
>(access: A, { run, ...definition }: Definition<P, Q, B, D, Callers[A]>): Call {
  const { params, query, body } = definition;
  return {
    ...definition,
    access,
    params,
    query,
    body,
    async admit(ctx) {
      await authenticateFor[access](ctx, definition);
    },
    async respond(ctx, raw) {
      ctx.takeKeyCall();
      const caller = await authenticateFor[access](ctx, definition);
      return run({
        ...caller,
        ctx,
        deps: ctx.deps,
        params: parseWhere(params, raw.params),
        query: parseWhere(query, raw.query),
        // Without a body each required field is reported as missing.
        body: parseWhere(body, raw.body ?? {}),
        requestId: raw.requestId,
        makeRequestId: raw.makeRequestId,
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

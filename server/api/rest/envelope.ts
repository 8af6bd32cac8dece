import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { CachedResponse } from '../../base/cache/cached-response.ts';
import { refusalIn } from '../../base/errors.ts';
import { httpStatusOf } from '../http/status.ts';

/** The position of a response's rows in their list. */
export const listMeta = z.object({ total: z.int(), page: z.int(), limit: z.int() });
export type ListMeta = z.output<typeof listMeta>;

export const failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    /** The same text as `message`; older clients read it here. */
    error: z.string(),
    /** The operation's, sent as `Idempotency-Key` or made for it; with it as the header the call can be repeated safely. */
    requestId: z.uuid().optional(),
  })
  .meta({ id: 'Refusal' });

/** A response whose body is already serialized: shared by all callers, or for this one. */
export type WrittenReply = { cached: CachedResponse } | { body: Buffer };

/** The result of a call; lists have `meta`. */
export interface Reply<Data = unknown> {
  data: Data;
  meta?: ListMeta;
  /** Replaces the call's default message. */
  message?: string;
}

/** @param usual the default message */
export function successBody(usual: string, { data, meta, message = usual }: Reply) {
  return { success: true, message, data, ...(meta && { meta }) };
}

/** The text of {@link successBody} for a list with rows that are already JSON. */
export function successText(message: string, { rows, meta }: { rows: string[]; meta: ListMeta }): string {
  return `{"success":true,"message":${JSON.stringify(message)},"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`;
}

/** Returns domain errors in the envelope; other errors are left to the app. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const { code, details } = refusal;
    const { requestId } = request;
    request.callCodes = [code];
    const message = ownMessages[code] ?? refusal.message;
    const status = restStatusOf(code);
    if (details?.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds));
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply
      .code(status)
      .send({ success: false, message, error: message, requestId } satisfies z.output<typeof failure>);
  });
}

/** A client of this API can't ask its user for the password. */
const ownMessages: Partial<Record<ErrorCode, string>> = {
  reauthentication_required: 'Please log in again, and repeat this within ten minutes.',
};

/** Older clients treat every 401 as an expired token, refresh and repeat the call: a wrong password would count twice. */
const ownStatuses: Partial<Record<ErrorCode, number>> = { invalid_credentials: 400, second_factor_required: 400 };

/** The HTTP status of an error in this API: the same as tRPC's, except where older clients would misunderstand it. */
export function restStatusOf(code: ErrorCode): number {
  return ownStatuses[code] ?? httpStatusOf(code);
}

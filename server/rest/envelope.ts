import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { CachedResponse } from '../cache/cached-response.ts';
import { refusalIn } from '../errors.ts';
import { httpStatusOf } from '../http/status.ts';

/** The position of an answer's rows in their list. */
export const listMeta = z.object({ total: z.int(), page: z.int(), limit: z.int() });
export type ListMeta = z.output<typeof listMeta>;

export const failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    /** The same text for people; older clients read it here. */
    error: z.string(),
  })
  .meta({ id: 'Refusal' });

/** An answer whose body is already written: for everybody, or for this caller. */
export type WrittenReply = { cached: CachedResponse } | { body: Buffer };

/** The answer of a call; lists have `meta`. */
export interface Reply<Data = unknown> {
  data: Data;
  meta?: ListMeta;
  /** Replaces the usual message of the call. */
  message?: string;
}

/** @param usual the message where the reply has none */
export function successBody(usual: string, { data, meta, message = usual }: Reply) {
  return { success: true, message, data, ...(meta && { meta }) };
}

/** The text of {@link successBody} for a list with rows that are already JSON. */
export function successText(message: string, { rows, meta }: { rows: string[]; meta: ListMeta }): string {
  return `{"success":true,"message":${JSON.stringify(message)},"data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`;
}

/** Answers refusals in the envelope; anything else is the app's to answer. */
export function answerRefusals(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const { code, message, details } = refusal;
    const status = restStatusOf(code);
    if (details?.retryAfterSeconds !== undefined) reply.header('retry-after', String(details.retryAfterSeconds));
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(status).send({ success: false, message, error: message } satisfies z.output<typeof failure>);
  });
}

/** Older clients take every 401 for an expired token, refresh and send the call again: a wrong password would count twice. */
const ownStatuses: Partial<Record<ErrorCode, number>> = { invalid_credentials: 400 };

/** The HTTP status of a refusal here: the very one that tRPC answers, but where older clients would take it for another. */
export function restStatusOf(code: ErrorCode): number {
  return ownStatuses[code] ?? httpStatusOf(code);
}

import type { FastifyRequest } from 'fastify';

/** The limit of ordinary bodies. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** Whether the body is longer than an ordinary one, or may be: a chunked body does not announce its length. */
export function announcesLongBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return !(Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= BODY_LIMIT_BYTES);
}

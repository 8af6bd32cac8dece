import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, type ErrorDetails, errorMessages, notJsonMessage } from '#shared/errors.ts';
import { DomainError, refusalIn } from '../../base/errors.ts';
import { TRACE_ID_HEADER } from './headers.ts';
import { httpStatusOf } from './status.ts';

/**
 * Handles requests that reach no procedure or route, such as an unknown path or a body that is too large, and errors of routes without
 * their own handler. API clients get JSON in the format of the API they called, and never a stack.
 */
export function answerErrors(app: FastifyInstance): void {
  const notFound = (request: FastifyRequest, reply: FastifyReply) =>
    reply.code(404).send(refusalBody(request, 404, 'not_found'));
  app.setNotFoundHandler(notFound);
  // Before the body is read.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) void notFound(request, reply);
    else done();
  });
  app.setErrorHandler((error: FastifyError | TRPCError, request, reply) => {
    const refusal = refusalIn(error);
    if (refusal?.code === 'busy' || error instanceof DomainError) {
      const { code, message, details } = refusal as DomainError;
      const status = httpStatusOf(code);
      request.callCodes = [code];
      if (status === 503) reply.header('retry-after', String(details?.retryAfterSeconds ?? 1));
      return reply.code(status).send(refusalBody(request, status, code, message, details));
    }
    const status = statusOf(error);
    request.callCodes = [codeOfStatus(status)];
    if (status >= 500) request.log.error({ err: error }, 'unexpected error');
    return reply
      .code(status)
      .send(refusalBody(request, status, codeOfStatus(status), status === 415 ? notJsonMessage : undefined));
  });
}

/** For a URL that can't be decoded, which Fastify refuses before any hook runs. */
export function answerBadAddress(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(400)
    .header(TRACE_ID_HEADER, request.id)
    .send(refusalBody(request, 400, 'bad_input'));
}

/** tRPC's adapter throws its own error for an invalid `Host` header. */
function statusOf(error: FastifyError | TRPCError): number {
  return error instanceof TRPCError ? getHTTPStatusCodeFromError(error) : (error.statusCode ?? 500);
}

function codeOfStatus(status: number): ErrorCode {
  if (status >= 500) return 'internal';
  if (status === 413) return 'payload_too_large';
  return status === 404 ? 'not_found' : 'bad_input';
}

/** An error in the format of the called API. */
export function refusalBody(
  { url, id, requestId }: Pick<FastifyRequest, 'url' | 'id'> & Partial<Pick<FastifyRequest, 'requestId'>>,
  httpStatus: number,
  domainCode: ErrorCode,
  message: string = errorMessages[domainCode],
  details: ErrorDetails | null = null,
) {
  // The answer of the trade's API has this one field.
  if (/^\/api\/v2\/?(\?|$)/.test(url)) return { error: message };
  if (!/^\/(trpc|exports)/.test(url)) return { success: false, message, error: message, requestId };
  const data = { httpStatus, domainCode, fieldErrors: null, details, traceId: id, requestId };
  return { error: { message, code: -32600, data } };
}

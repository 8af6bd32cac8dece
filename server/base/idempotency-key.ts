import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import { requestId } from '#shared/numbers.ts';
import { DomainError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The procedure of a request whose route takes an `Idempotency-Key`; undefined if it takes none. */
    keyedProcedure?: (request: FastifyRequest) => string | undefined;
  }
  interface FastifyRequest {
    /** The request id by its `Idempotency-Key`, or the one made for it. Every error of the request names it. */
    requestId: string | undefined;
  }
}

/** Never change it: every stored key would be processed again. */
const NAMESPACE = '5b0f9d0e-3a57-4a52-9d8e-6f1f7c1c5d21';
export const KEY_MAX_LENGTH = 255;
const HEADER = 'idempotency-key';

type WithHeaders = Pick<FastifyRequest, 'headers'>;

export const hasKey = ({ headers }: WithHeaders): boolean => Boolean(headers[HEADER]);

/**
 * The request id of an `Idempotency-Key`. A UUID is used unchanged; any other text always gives the same UUID (RFC 9562, version 5), a
 * different one for each procedure.
 * @returns undefined without the header
 * @throws DomainError `bad_input` for a key of more than 255 characters
 */
export function requestIdOf({ headers }: WithHeaders, procedure: string): string | undefined {
  const key = [headers[HEADER] ?? ''].flat().join();
  if (key === '') return undefined;
  if (key.length > KEY_MAX_LENGTH) {
    throw new DomainError('bad_input', { message: `Idempotency-Key must be at most ${KEY_MAX_LENGTH} characters` });
  }
  return requestId.safeParse(key).success ? key : uuidv5(key, uuidv5(procedure, NAMESPACE));
}

/**
 * The one request id of a call that may have it in its input and in its header.
 * @param name of the input's field
 * @throws DomainError `bad_input` if they differ
 */
export function agreedRequestId(
  sent: string | undefined,
  ofHeader: string | undefined,
  name: string,
): string | undefined {
  if (sent === undefined || ofHeader === undefined || sent.toLowerCase() === ofHeader.toLowerCase())
    return sent ?? ofHeader;
  const message = `${name} and the header Idempotency-Key must be the same. Send one of them`;
  throw new DomainError('bad_input', { message, fieldErrors: { [name]: [message] } });
}

/** Reads the header of every request that takes it, and returns it. Add it before hooks that refuse requests, so that they name it. */
export function readKeys(app: FastifyInstance): void {
  app.decorateRequest('requestId');
  app.addHook('onRequest', async (request, reply) => {
    const procedure = hasKey(request) ? request.routeOptions.config.keyedProcedure?.(request) : undefined;
    if (procedure === undefined) return;
    request.requestId = requestIdOf(request, procedure);
    reply.header(HEADER, request.headers[HEADER]);
  });
}

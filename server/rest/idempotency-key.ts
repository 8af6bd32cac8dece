import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import { requestId } from '#shared/numbers.ts';
import { DomainError } from '../errors.ts';

/** Never change it: every stored key would be processed again. */
const NAMESPACE = '5b0f9d0e-3a57-4a52-9d8e-6f1f7c1c5d21';
export const KEY_MAX_LENGTH = 255;

/**
 * The request id of an `Idempotency-Key`. A UUID is used unchanged; any other text always gives the same UUID (RFC 9562, version 5), a
 * different one for each procedure.
 * @returns undefined without the header
 * @throws DomainError `bad_input` for a key of more than 255 characters
 */
export function requestIdOf({ headers }: Pick<FastifyRequest, 'headers'>, procedure: string): string | undefined {
  const key = [headers['idempotency-key'] ?? ''].flat().join();
  if (key === '') return undefined;
  if (key.length > KEY_MAX_LENGTH) {
    throw new DomainError('bad_input', { message: `Idempotency-Key must be at most ${KEY_MAX_LENGTH} characters` });
  }
  return requestId.safeParse(key).success ? key : uuidv5(key, uuidv5(procedure, NAMESPACE));
}

import type { FastifyRequest } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import { requestId } from '#shared/numbers.ts';
import { DomainError } from '../errors.ts';

/** Made up once and for ever: another one would let every kept key happen again. */
const NAMESPACE = '5b0f9d0e-3a57-4a52-9d8e-6f1f7c1c5d21';
export const KEY_MAX_LENGTH = 255;

/**
 * The request id that an `Idempotency-Key` stands for: a UUID is taken as it is, any other text gives the same UUID each
 * time (RFC 9562, version 5), another one for each procedure.
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

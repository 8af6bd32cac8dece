import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface RefreshTokens {
  /** The first token of a session. */
  create: () => string;
  /** The next token: always the same one, so that a lost response can be repeated without storing it. */
  successorOf: (token: string) => string;
  /** Every token that may have replaced this one: during a rotation of the secret there are two. */
  possibleSuccessorsOf: (token: string) => string[];
}

/**
 * @param secret at least 32 random bytes, without which a token's successor can't be computed
 * @param previous the other secret of a rotation; it computes no new token
 */
export function createRefreshTokens(secret: string, previous?: string): RefreshTokens {
  const successorOf = successorsBy(secret);
  const all = previous === undefined ? [successorOf] : [successorOf, successorsBy(previous)];
  return {
    create: () => randomBytes(32).toString('base64url'),
    successorOf,
    possibleSuccessorsOf: (token) => all.map((compute) => compute(token)),
  };
}

function successorsBy(secret: string): (token: string) => string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'refresh token', 32));
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
}

/** The stored hash of a random token. A token has 256 bits, so a fast hash without salt is sufficient. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

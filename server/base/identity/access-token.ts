import { createHash, hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ACCESS_TOKEN_SECONDS = 15 * 60;
/** The tolerated difference between the clocks of several servers. */
const CLOCK_TOLERANCE_SECONDS = 30;
const ISSUER = 'reseller-panel';
const AUDIENCE = 'reseller-panel-api';
const TYPE = 'at+jwt';
const ALGORITHM = 'HS256';
/** A verified token is cached until it expires. This many cover every online user, in a few megabytes. */
const REMEMBERED_TOKENS = 10_000;

export interface AccessClaims {
  userId: number;
  sessionId: string;
}

/** The claims of a valid token. */
export interface VerifiedClaims extends AccessClaims {
  expiresAtMs: number;
}

export interface AccessTokens {
  issue: (claims: AccessClaims) => Promise<string>;
  /** Null for a token that was not issued here, was modified, or has expired. */
  verify: (token: string) => Promise<VerifiedClaims | null>;
}

interface TokenOptions {
  now?: () => number;
  previous?: string | undefined;
}

const payload = z.object({
  sub: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .transform(Number),
  sid: z.uuid(),
  iat: z.int(),
  exp: z.int(),
});

/**
 * Issues and verifies access tokens: JWTs with a user and a session, signed with a key derived from the server's secret. RFC 8725: one
 * pinned algorithm, explicit type, issuer and audience checked, `exp` required and bounded.
 * @param secret at least 32 random bytes, the same for every server on one database
 * @param options.previous another secret whose tokens are accepted, during a rotation
 */
export function createAccessTokens(secret: string, { now = Date.now, previous }: TokenOptions = {}): AccessTokens {
  const { key, keyId } = signingKey(secret);
  const accepted = new Map([previous, secret].filter((each) => each !== undefined).map(keyById));
  const verified = new Map<string, VerifiedClaims>();

  return {
    issue({ userId, sessionId }) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: keyId })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(key);
    },

    async verify(token) {
      const known = verified.get(token);
      if (known && known.expiresAtMs > now()) return known;
      verified.delete(token);
      const fresh = await verifySignature(token);
      if (!fresh) return null;
      if (verified.size >= REMEMBERED_TOKENS) forgetOldest(verified);
      verified.set(token, fresh);
      return fresh;
    },
  };

  async function verifySignature(token: string): Promise<VerifiedClaims | null> {
    try {
      const result = await jwtVerify(
        token,
        ({ kid }) => {
          const known = accepted.get(kid ?? '');
          if (!known) throw new errors.JWKSNoMatchingKey();
          return known;
        },
        {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
          maxTokenAge: ACCESS_TOKEN_SECONDS,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(now()),
        },
      );
      const { sub, sid, iat, exp } = payload.parse(result.payload);
      const expiresAtMs = Math.min(exp, iat + ACCESS_TOKEN_SECONDS) * 1000;
      return expiresAtMs > now() ? { userId: sub, sessionId: sid, expiresAtMs } : null;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
      throw error;
    }
  }
}

function keyById(secret: string): [keyId: string, key: Uint8Array] {
  const { key, keyId } = signingKey(secret);
  return [keyId, key];
}

/** The key and its public id. The key is derived, so that no other use of the secret can forge a token. */
export function signingKey(secret: string): { key: Uint8Array; keyId: string } {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'access token', 32));
  return { key, keyId: createHash('sha256').update(key).digest('base64url').slice(0, 12) };
}

/** A Map keeps the order of insertion, so its first key is the oldest. */
function forgetOldest(map: Map<string, unknown>): void {
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

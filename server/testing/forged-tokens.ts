import { createHmac, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { createAccessTokens, signingKey } from '../base/identity/access-token.ts';

export interface ForgeryGround {
  /** A valid token to forge others from. */
  accessToken: string;
  /** Its user. */
  userId: number;
  /** The server's own. */
  secret: string;
}

type Part = Record<string, unknown>;

/** Parses a token. */
export function takenApart(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Part;
  return { header: read(header), payload: read(payload), signature };
}

/** Signs changed content with the server's own key. */
export async function signedToken(
  { accessToken, secret }: Pick<ForgeryGround, 'accessToken' | 'secret'>,
  changes: { header?: Part; payload?: Part } = {},
): Promise<string> {
  const { header, payload } = takenApart(accessToken);
  return new SignJWT({ ...payload, ...changes.payload })
    .setProtectedHeader({ alg: 'HS256', ...header, ...changes.header })
    .sign(signingKey(secret).key);
}

type Forgery = [what: string, make: (ground: ForgeryGround) => string | Promise<string>];

/** The server must treat each of them like a missing token. */
export const forgeries: Forgery[] = [
  ['nonsense', () => 'nonsense'],
  ['alg none', (ground) => `${bodyOf(ground, { alg: 'none' })}.`],
  ['alg none with a signature', (ground) => `${bodyOf(ground, { alg: 'none' })}.${signatureOf(ground)}`],
  [
    'another algorithm with the same key',
    (ground) => hashed('sha512', signingKey(ground.secret).key, bodyOf(ground, { alg: 'HS512' })),
  ],
  ['the secret itself as key', (ground) => hashed('sha256', ground.secret, bodyOf(ground))],
  ['another user put in', (ground) => `${bodyOf(ground, {}, { sub: '1' })}.${signatureOf(ground)}x`],
  [
    "another server's key",
    ({ userId }) => createAccessTokens('x'.repeat(48)).issue({ userId, sessionId: randomUUID() }),
  ],
  ['an unknown kid', (ground) => signedToken(ground, { header: { kid: 'other' } })],
  ['a kid that is a path', (ground) => signedToken(ground, { header: { kid: '../../../../dev/null' } })],
  ['a kid that is SQL', (ground) => signedToken(ground, { header: { kid: "x' union select 'key" } })],
  ['no kid', (ground) => signedToken(ground, { header: { kid: undefined } })],
  [
    'a key of its own',
    (ground) =>
      signedToken(ground, {
        header: { kid: undefined, jwk: { kty: 'oct', k: 'AAAA' }, jku: 'https://evil.example' },
      }),
  ],
  [
    'an unknown critical header',
    (ground) => hashed('sha256', signingKey(ground.secret).key, bodyOf(ground, { crit: ['exotic'], exotic: true })),
  ],
  ['another audience', (ground) => signedToken(ground, { payload: { aud: 'another-service' } })],
  ['another issuer', (ground) => signedToken(ground, { payload: { iss: 'evil' } })],
  ['another type', (ground) => signedToken(ground, { header: { typ: 'JWT' } })],
  ['no expiry', (ground) => signedToken(ground, { payload: { exp: undefined } })],
  ['an expiry in the past', (ground) => signedToken(ground, { payload: { exp: Math.floor(Date.now() / 1000) - 1 } })],
  [
    'an age beyond all that are issued',
    (ground) => signedToken(ground, { payload: { iat: hoursFromNow(-1), exp: hoursFromNow(1) } }),
  ],
  [
    'an issue in the future',
    (ground) => signedToken(ground, { payload: { iat: hoursFromNow(1), exp: hoursFromNow(2) } }),
  ],
  ['no session', (ground) => signedToken(ground, { payload: { sid: undefined } })],
  ['a user that is no number', (ground) => signedToken(ground, { payload: { sub: '1 or 1=1' } })],
  ['a session that is no uuid', (ground) => signedToken(ground, { payload: { sid: "' or true --" } })],
];

/** Header and payload of the valid token with changes, unsigned. */
function bodyOf({ accessToken }: ForgeryGround, headerChanges: Part = {}, payloadChanges: Part = {}): string {
  const { header, payload } = takenApart(accessToken);
  return `${encoded({ ...header, ...headerChanges })}.${encoded({ ...payload, ...payloadChanges })}`;
}

const hoursFromNow = (hours: number) => Math.floor(Date.now() / 1000) + hours * 3600;
const encoded = (value: Part) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = ({ accessToken }: ForgeryGround) => takenApart(accessToken).signature;

function hashed(algorithm: string, key: string | Uint8Array, body: string): string {
  return `${body}.${createHmac(algorithm, key).update(body).digest('base64url')}`;
}

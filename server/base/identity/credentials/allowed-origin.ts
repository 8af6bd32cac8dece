import type { FastifyRequest } from 'fastify';
import type { Config } from '../../env.ts';

type OriginConfig = Pick<Config, 'production' | 'publicUrl' | 'corsOrigins'>;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request comes from the panel's own pages or a configured origin. A browser always sends `Origin` with a POST, so a cookie
 * is trusted only if `Origin` is allowed; `Sec-Fetch-Site` covers browsers that omit it. See OWASP's cross-site request forgery cheat
 * sheet, "verifying origin with standard headers".
 *
 * `Host` and `X-Forwarded-*` are never trusted for the panel's own address: that is `PUBLIC_URL`.
 */
export function isAllowedOrigin(config: OriginConfig, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return request.headers['sec-fetch-site'] === 'same-origin';
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return !config.production && isOwnLoopback(origin, request);
}

/** On a developer's machine the panel has several names. It is recognized by its port, or by that of the client's dev server. */
function isOwnLoopback(origin: string, request: FastifyRequest): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  if (page.protocol !== 'http:' || !LOOPBACK_HOSTS.has(page.hostname)) return false;
  return portOf(page) === request.socket.localPort || portOf(page) === loopbackPortOf(request.headers.host);
}

function loopbackPortOf(host: string | undefined): number | undefined {
  if (!host || !URL.canParse(`http://${host}`)) return undefined;
  const asked = new URL(`http://${host}`);
  return LOOPBACK_HOSTS.has(asked.hostname) ? portOf(asked) : undefined;
}

const portOf = ({ port }: URL) => Number(port || '80');

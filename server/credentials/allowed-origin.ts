import type { FastifyRequest } from 'fastify';
import type { Config } from '../env.ts';

type OriginConfig = Pick<Config, 'production' | 'publicUrl' | 'corsOrigins'>;

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a request was made by the panel's own pages or a configured origin. A browser always sends `Origin` with a POST,
 * so a cookie is trusted only where it names us; `Sec-Fetch-Site` serves browsers that leave it out. OWASP's cross-site
 * request forgery cheat sheet, "verifying origin with standard headers".
 *
 * What `Host` and `X-Forwarded-*` say of our own address is never believed: the panel is where `PUBLIC_URL` says.
 */
export function isAllowedOrigin(config: OriginConfig, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return request.headers['sec-fetch-site'] === 'same-origin';
  if (origin === config.publicUrl || config.corsOrigins.includes(origin)) return true;
  return !config.production && isOwnLoopback(origin, request);
}

/** On a developer's machine the panel has several names; its port, or that of a proxy which reloads the client, tells it. */
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

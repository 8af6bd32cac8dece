import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_PATH, SECRET_PATH } from '#shared/api-path.ts';
import type { Deps } from '../../base/deps.ts';
import { serveManifest } from './pages/manifest.ts';
import { createRenderedPages } from './pages/rendered-pages.ts';
import { createShells } from './pages/shells.ts';

const ONE_YEAR_SECONDS = 31_536_000;
/** Videos are the largest files and rarely change. */
const ONE_WEEK_SECONDS = 604_800;

/**
 * Serves the built client: hashed assets with a long cache time and pre-compressed, rendered public pages, and for every other path the
 * same page, whose code routes by itself, with links to preload its code. Pages have the security headers.
 * @param clientDir the client's build; if it is missing, only the API is served
 */
export async function serveClientFiles(app: FastifyInstance, deps: Deps, clientDir: string): Promise<void> {
  if (!existsSync(join(clientDir, 'index.html'))) return;
  const shells = createShells(deps, clientDir);
  const rendered = createRenderedPages(deps, clientDir, shells);
  app.addHook('onClose', async () => rendered?.close());
  await app.register(async (pages) => {
    await pages.register(helmet, securityHeaders(scriptHashes(clientDir)));
    await pages.register(staticFiles, {
      root: clientDir,
      preCompressed: true,
      wildcard: false,
      index: false,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', 'csp.json', 'index.html', 'manifest.webmanifest'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', cachingOf(path));
      },
    });
    // Mails and bookmarks have this path of the purchases.
    pages.get('/dashboard/forwards', ({ url }, reply) => reply.redirect(url.replace('forwards', 'purchases'), 308));
    pages.get('/*', (request, reply) => {
      if (API_PATH.test(request.url)) return reply.callNotFound();
      // A script of an older build, which the browser would try to run, or an icon that browsers guess.
      if (/^\/(?:assets\/|favicon\.ico|apple-touch-icon)/.test(request.url))
        return reply.code(404).header('cache-control', 'no-store').send('');
      if (SECRET_PATH.test(request.url)) reply.header('referrer-policy', 'no-referrer');
      const page = rendered?.find(request);
      if (page) return rendered?.send(page, request, reply);
      // For the service worker, without a face that would be outdated: its page takes the last known one from the browser.
      if (request.url.split('?', 1)[0] === '/index.html') return reply.sendFile('index.html');
      return shells.send(request, reply);
    });
    serveManifest(pages, deps);
  });
}

/** Hashed files never change. The page and its worker must be revalidated, so that a new version is seen at once. */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${ONE_YEAR_SECONDS}, immutable`;
  if (/[\\/]videos[\\/][^\\/]+$/.test(path)) return `public, max-age=${ONE_WEEK_SECONDS}`;
  return /(index\.html|sw\.js)(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** The build contains the hash of its one inline script, which sets the theme before the first paint. */
function scriptHashes(clientDir: string): string[] {
  const file = join(clientDir, 'csp.json');
  if (!existsSync(file)) return [];
  const { scriptHashes: hashes } = JSON.parse(readFileSync(file, 'utf8')) as { scriptHashes: string[] };
  return hashes.map((hash) => `'${hash}'`);
}

function securityHeaders(hashes: string[]) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...hashes],
        'worker-src': ["'self'"],
        // Emotion adds its styles to style tags as components appear.
        'style-src': ["'self'", "'unsafe-inline'"],
        // A service's image may be on any host; the browser loads it, the server never does.
        'img-src': ["'self'", 'data:', 'https:', 'http:'],
        // Recordings of the panel, and files that a shop puts beside it.
        'media-src': ["'self'"],
        'frame-src': ['https://www.youtube-nocookie.com'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Every response already has it.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    xFrameOptions: { action: 'deny' as const },
    crossOriginEmbedderPolicy: false,
  };
}

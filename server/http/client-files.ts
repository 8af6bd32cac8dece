import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_PATH, SECRET_PATH } from '#shared/api-path.ts';
import { type CachedResponse, cachedResponse } from '../cache/cached-response.ts';
import type { Deps } from '../deps.ts';
import { HTML, readBuiltShells } from './pages/page-files.ts';
import { createRenderedPages } from './pages/rendered-pages.ts';
import { sendCached } from './send-cached.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * Serves the built client: hashed assets for ever and pre-compressed, public pages as they were rendered, every other path as the
 * one page, which finds its own way, with links to what is fetched there first. Pages carry the security headers.
 * @param clientDir the client's build; where it is missing only the API answers
 */
export async function serveClientFiles(app: FastifyInstance, deps: Deps, clientDir: string): Promise<void> {
  if (!existsSync(join(clientDir, 'index.html'))) return;
  const rendered = createRenderedPages(deps, clientDir);
  const shells = readShells(clientDir);
  app.addHook('onClose', async () => rendered?.close());
  await app.register(async (pages) => {
    await pages.register(helmet, securityHeaders(scriptHashes(clientDir)));
    await pages.register(staticFiles, {
      root: clientDir,
      preCompressed: true,
      wildcard: false,
      index: false,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', 'csp.json', 'index.html'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', cachingOf(path));
      },
    });
    pages.get('/*', (request, reply) => {
      if (API_PATH.test(request.url)) return reply.callNotFound();
      // A script of an older build; a page in its place would be taken for one that can't be read.
      if (request.url.startsWith('/assets/')) return reply.code(404).header('cache-control', 'no-store').send('');
      if (SECRET_PATH.test(request.url)) reply.header('referrer-policy', 'no-referrer');
      const page = rendered?.find(request);
      if (page) return rendered?.send(page, request, reply);
      const shell = shells.get(request.url.split('?', 1)[0] ?? '');
      return shell ? sendCached(request, reply, shell, { contentType: HTML, vary: [] }) : reply.sendFile('index.html');
    });
  });
}

/** Pages that come as index.html with links to their code, which a browser otherwise learns of after its first script. */
function readShells(clientDir: string): Map<string, CachedResponse> {
  const index = readFileSync(join(clientDir, 'index.html'), 'utf8');
  const shellWith = (links: string) => cachedResponse(Buffer.from(index.replace('</head>', () => `${links}</head>`)));
  return new Map(readBuiltShells(clientDir).map(({ path, links }) => [path, shellWith(links)]));
}

/** Hashed files never change; the page and its worker must be asked for again, so that a new version is seen at once. */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${ONE_YEAR_SECONDS}, immutable`;
  return /(index\.html|sw\.js)(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600';
}

/** The build names the hash of its one inline script, which sets the theme before the first paint. */
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
        // Emotion writes its styles into style tags as components appear.
        'style-src': ["'self'", "'unsafe-inline'"],
        // A service's picture may lie anywhere; the browser loads it, the server never does.
        'img-src': ["'self'", 'data:', 'https:', 'http:'],
        'frame-src': ['https://www.youtube-nocookie.com'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Every answer has it already.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    xFrameOptions: { action: 'deny' as const },
    crossOriginEmbedderPolicy: false,
  };
}

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { type CachedResponse, cachedResponse } from '../../base/cache/cached-response.ts';
import type { Config } from '../../base/env.ts';
import { refreshCookieName } from '../../base/identity/credentials/refresh-cookie.ts';
import { sendCached } from '../http/send-cached.ts';
import { openApiDocument } from './openapi.ts';

const OWN_FILES = fileURLToPath(new URL('./docs', import.meta.url));
const VIEWER_FILES = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const script = 'text/javascript; charset=utf-8';
const files = {
  '/api/docs': { type: 'text/html; charset=utf-8', path: join(OWN_FILES, 'index.html') },
  '/api/docs/show.js': { type: script, path: join(OWN_FILES, 'show.js') },
  '/api/docs/swagger-ui.css': { type: 'text/css; charset=utf-8', path: join(VIEWER_FILES, 'swagger-ui.css') },
  '/api/docs/swagger-ui-bundle.js': { type: script, path: join(VIEWER_FILES, 'swagger-ui-bundle.js') },
};

/** The page runs the viewer and calls this server. Nothing else is loaded, whatever a document or a response contains. */
const securityHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      // The viewer's icons are images in its style sheet.
      'img-src': ["'self'", 'data:'],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  // Every response already has it.
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' as const },
};

/** Serves the document of the REST API and a page to read and try it, using only the panel's own files. */
export async function serveApiDocs(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  await app.register(helmet, securityHeaders);
  const document = JSON.stringify(openApiDocument(refreshCookieName(config)));
  serve('/api/openapi.json', 'application/json; charset=utf-8', async () => Buffer.from(document));
  for (const [url, { type, path }] of Object.entries(files)) serve(url, type, () => readFile(path));

  /** Reads and compresses at the first request. */
  function serve(url: string, contentType: string, read: () => Promise<Buffer>): void {
    let response: Promise<CachedResponse> | undefined;
    const options = { contentType, vary: [], cacheControl: 'public, max-age=3600' };
    app.get(url, async (request, reply) => {
      response ??= read().then((body) => cachedResponse(body));
      return sendCached(request, reply, await response, options);
    });
  }
}

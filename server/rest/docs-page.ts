import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../env.ts';
import { refreshCookieName } from '../http/refresh-cookie.ts';
import { openApiDocument } from './openapi.ts';

const OWN_FILES = join(import.meta.dirname, 'docs');
const VIEWER_FILES = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const files: Record<string, string> = {
  '/api/docs': join(OWN_FILES, 'index.html'),
  '/api/docs/show.js': join(OWN_FILES, 'show.js'),
  '/api/docs/swagger-ui.css': join(VIEWER_FILES, 'swagger-ui.css'),
  '/api/docs/swagger-ui-bundle.js': join(VIEWER_FILES, 'swagger-ui-bundle.js'),
};

/** Serves the document of the older interface, and a page to read it and try it; everything from our own files. */
export async function serveApiDocs(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  const document = openApiDocument(refreshCookieName(config));
  await app.register(compress);
  await app.register(helmet, securityHeaders(config));
  await app.register(staticFiles, { root: [OWN_FILES, VIEWER_FILES], serve: false, cacheControl: false });
  app.get('/api/openapi.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(document));
  for (const [path, file] of Object.entries(files)) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'no-cache').sendFile(file.slice(dirname(file).length + 1), dirname(file)),
    );
  }
}

/** The page runs the viewer and calls this server; whatever a document or an answer may hold, nothing else is loaded. */
function securityHeaders(config: Config) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        // The viewer's icons are pictures in its style sheet.
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: config.secureCookies ? {} : false,
    xFrameOptions: { action: 'deny' as const },
  };
}

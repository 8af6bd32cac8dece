import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refreshCookieName } from '../credentials/refresh-cookie.ts';
import type { Config } from '../env.ts';
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

/** The page runs the viewer and calls this server; whatever a document or an answer may hold, nothing else is loaded. */
const securityHeaders = {
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
  // Every answer has it already.
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' as const },
};

/** Serves the document of the older interface, and a page to read it and try it; everything from our own files. */
export async function serveApiDocs(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  await app.register(helmet, securityHeaders);
  const document = JSON.stringify(openApiDocument(refreshCookieName(config)));
  app.get(
    '/api/openapi.json',
    sendKept('application/json; charset=utf-8', async () => Buffer.from(document)),
  );
  for (const [url, { type, path }] of Object.entries(files))
    app.get(
      url,
      sendKept(type, () => readFile(path)),
    );
}

/** Reads and compresses once, when it is first asked for: whoever asks often costs nothing. */
function sendKept(type: string, read: () => Promise<Buffer>) {
  let kept: Promise<{ plain: Buffer; gzipped: Buffer }> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { plain, gzipped } = await (kept ??= compress(read));
    const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' });
    return isGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(plain);
  };
}

async function compress(read: () => Promise<Buffer>) {
  const plain = await read();
  return { plain, gzipped: await promisify(gzip)(plain, { level: 9 }) };
}

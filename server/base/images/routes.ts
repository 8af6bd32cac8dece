import type { FastifyInstance } from 'fastify';
import { type ImageType, readImagePath } from '#shared/images.ts';
import type { Deps } from '../deps.ts';
import { readImage } from './read-image.ts';

const ONE_YEAR_SECONDS = 31_536_000;

const contentTypes: Record<ImageType, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/**
 * Serves uploaded images publicly. A path contains the content's digest, so the content never changes. An image opened directly can't
 * run scripts, and other origins may embed it.
 */
export async function serveImages(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.get<{ Params: { file: string } }>('/images/:file', async (request, reply) => {
    const named = readImagePath(`/images/${request.params.file}`);
    if (!named) return reply.callNotFound();
    const etag = `"${named.digest}"`;
    reply.headers({
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    const caching = { etag, 'cache-control': `public, max-age=${ONE_YEAR_SECONDS}, immutable` };
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).headers(caching).send();
    const bytes = await readImage(deps.db, named);
    if (!bytes) return reply.callNotFound();
    return reply.headers({ ...caching, 'content-type': contentTypes[named.type] }).send(bytes);
  });
}

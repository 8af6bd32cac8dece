import type { FastifyInstance } from 'fastify';
import { type PictureType, readImagePath } from '../../shared/images.ts';
import type { Deps } from '../deps.ts';
import { readImage } from './read-image.ts';

const ONE_YEAR_SECONDS = 31_536_000;

const contentTypes: Record<PictureType, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/**
 * Serves uploaded pictures to everybody. An address has its content's digest, so what it shows never changes; opened by
 * itself a picture can do nothing, and pages of other origins may show it.
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

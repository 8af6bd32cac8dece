import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CachedResponse, encodings } from '../../base/cache/cached-response.ts';

interface SendOptions {
  contentType: string;
  /** The request headers that the response depends on, in addition to `Accept-Encoding`. */
  vary: string[];
  /** By default clients revalidate each time. */
  cacheControl?: string;
}

/** Sends a cached response in the best encoding that the client accepts, or 304 if the client already has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { cacheControl = 'no-cache', ...options }: SendOptions,
): Promise<FastifyReply> {
  reply.headers({ etag: response.etag, 'cache-control': cacheControl });
  if (!isKnown(request.headers['if-none-match'], response.etag)) return sendEncoded(request, reply, response, options);
  reply.header('vary', variesBy(reply, options.vary));
  return reply.code(304).send();
}

/** Sends the body of a cached response in the best encoding that the client accepts, without validation: for an answer to POST. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  { contentType, vary }: Omit<SendOptions, 'cacheControl'>,
): Promise<FastifyReply> {
  reply.headers({ vary: variesBy(reply, vary), 'content-type': contentType });
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', [...encodings, 'identity']);
  const compressed = encoding && encoding !== 'identity' ? await response.compressed(encoding) : undefined;
  if (!encoding || !compressed) return reply.send(response.body);
  return reply.header('content-encoding', encoding).send(compressed);
}

function variesBy(reply: FastifyReply, vary: string[]): string {
  return [reply.getHeader('vary'), ...vary, 'Accept-Encoding'].flat().filter(Boolean).join(', ');
}

/** Weak comparison, as RFC 9110 requires for `If-None-Match`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((each) => each.trim() === '*' || opaque(each) === opaque(etag));
}

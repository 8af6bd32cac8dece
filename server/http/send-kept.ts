import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodings, type KeptAnswer } from '../kept/kept-answer.ts';

interface SendOptions {
  contentType: string;
  /** The request headers that this address's answers depend on, beside how it may be compressed. */
  vary: string[];
}

/** The best first; a client that names none of them gets the answer as it is. */
const choices: (Encoding | 'identity')[] = [...encodings, 'identity'];

/**
 * Sends an answer that is kept for everybody, compressed as the client allows, or 304 where the client has it already.
 * The client may keep it, and asks each time whether it still holds.
 */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
  { contentType, vary }: SendOptions,
): Promise<FastifyReply> {
  reply.headers({
    etag: answer.etag,
    'cache-control': 'no-cache',
    vary: [reply.getHeader('vary'), ...vary, 'Accept-Encoding'].flat().filter(Boolean).join(', '),
  });
  if (isKnown(request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  reply.header('content-type', contentType);
  const encoding = encodingFor(request.headers['accept-encoding']);
  const compressed = encoding && encoding !== 'identity' ? await answer.compressed(encoding) : undefined;
  if (!encoding || !compressed) return reply.send(answer.body);
  return reply.header('content-encoding', encoding).send(compressed);
}

function encodingFor(acceptEncoding = ''): Encoding | 'identity' | null {
  return negotiate(acceptEncoding, choices);
}

/** Weakly, as RFC 9110 has it for `If-None-Match`. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((each) => {
    const tag = each.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });
}

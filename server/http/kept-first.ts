import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { KeptAnswer } from '../kept/kept-answer.ts';
import type { KeptAnswers } from '../kept/kept-answers.ts';
import type { Closing } from './closing.ts';
import { type ObserveRequests, type RouteFacts, routeFactsOf, statusSentBy } from './observe-requests.ts';
import { hasRoom } from './requests-at-once.ts';
import { isKnown, sentAs } from './send-kept.ts';
import { TRACE_ID_HEADER } from './trace-id.ts';

/** Whether whoever asks so is sent what is kept for everybody, going by the headers that an address's answers depend on. */
export type AsksForKept = (headers: IncomingHttpHeaders) => boolean;

export interface KeptFirst {
  /**
   * Remembers the address of a request that is answered with what is kept, its headers already set: from now on whoever asks
   * for it plainly is answered before the app is.
   */
  remember(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer, about: About): void;
  /** @returns whether the request was answered; the app has to answer any other */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Tells what the app has, once there is one; nothing is answered before. */
  follow(app: FollowedApp): void;
}

interface About {
  contentType: string;
  asksForKept: AsksForKept;
}

interface FollowedApp {
  log: FastifyBaseLogger;
  closing: Closing;
}

interface Address extends About {
  key: string;
  /** Names and values in turn, as Node takes them quickest. */
  headers: string[];
  facts: RouteFacts;
}

const MAX_ADDRESSES = 500;
const MAX_ADDRESS_LENGTH = 500;
/** What an answer has because of the one that it goes to, or that comes with what is sent. */
const NOT_REMEMBERED = new Set([TRACE_ID_HEADER, 'etag', 'content-type']);

/**
 * Answers what is kept before the app takes a request apart: routing, hooks, the context and the reply cost several times what is
 * left to do where the answer is there already. It is answered, counted and logged as the app would; whatever is not plainly
 * asked for, or has to be written anew, is left to the app.
 */
export function createKeptFirst(answers: KeptAnswers, requests: ObserveRequests): KeptFirst {
  const addresses = new Map<string, Address>();
  let app: FollowedApp | undefined;

  return {
    follow(followed) {
      app = followed;
    },
    remember(request, reply, { key }, about) {
      const { url } = request;
      if (url.length > MAX_ADDRESS_LENGTH) return;
      const set = Object.entries(reply.getHeaders()).filter(([name]) => !NOT_REMEMBERED.has(name));
      addresses.delete(url);
      addresses.set(url, {
        key,
        headers: set.flatMap(([name, value]) => [name, String(value)]),
        ...about,
        facts: routeFactsOf(request),
      });
      for (const oldest of addresses.keys()) {
        if (addresses.size <= MAX_ADDRESSES) break;
        addresses.delete(oldest);
      }
    },
    answer(request, response) {
      const address = request.method === 'GET' && app && addresses.get(request.url ?? '');
      if (!address || !app || app.closing.hasBegun()) return false;
      const { headers, socket } = request;
      if (!hasNoBody(headers) || !address.asksForKept(headers)) return false;
      const answer = answers.known(address.key);
      if (!answer) return false;
      const hasIt = isKnown(headers['if-none-match'], answer.etag);
      const sent = hasIt ? undefined : sentAs(answer, headers['accept-encoding']);
      if ((!hasIt && !sent) || !hasRoom(app.closing, socket)) return false;
      const traceId = follow(app, request, response, address.facts);
      const head: (string | number)[] = [...address.headers, TRACE_ID_HEADER, traceId, 'etag', answer.etag];
      if (sent) {
        const { body, encoding } = sent;
        head.push('content-type', address.contentType, 'content-length', body.length);
        if (encoding) head.push('content-encoding', encoding);
        response.writeHead(200, head).end(body);
      } else {
        response.writeHead(304, head).end();
      }
      return true;
    },
  };

  /** Counts the request among those in flight until its answer has left, and has it observed then. */
  function follow(
    { log, closing }: FollowedApp,
    request: IncomingMessage,
    response: ServerResponse,
    { route, procedures }: RouteFacts,
  ): string {
    const traceId = randomUUID();
    const startedMs = performance.now();
    const { socket, url = '' } = request;
    closing.began(socket);
    response.on('close', () => {
      closing.ended(socket);
      const status = statusSentBy(response);
      const milliseconds = performance.now() - startedMs;
      // A logger of its own for each would cost more than the line.
      const info = (line: object, sentence: string) => log.info({ traceId, ...line }, sentence);
      requests.tell(
        { log: { info, warn: info }, url, userId: undefined },
        { method: 'GET', route, procedures, status, milliseconds, isStream: false },
      );
    });
    return traceId;
  }
}

/** A question has none, and Node would have to be told what becomes of one. */
function hasNoBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined && !headers.expect;
}

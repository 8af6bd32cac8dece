import { randomInt } from 'node:crypto';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '#shared/api-path.ts';
import { errorMessages } from '#shared/errors.ts';
import { languages, wordsWithoutCode } from '#shared/languages.ts';
import type { Config } from '../../base/env.ts';
import type { Connections } from './connections.ts';
import { refusalBody } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Never refused. */
    isNeverShed?: boolean;
  }
  interface FastifyInstance {
    /** Counts a request as finished although its stream continues. */
    leaveWork: (request: FastifyRequest) => void;
  }
  interface FastifyRequest {
    /** It was refused because of overload. */
    isShed: boolean;
    /** It counts as in flight. */
    isWorkedOn: boolean;
  }
}

/** Why a request is shed: too many others in flight, or a late event loop. */
type Reason = 'in_flight' | 'event_loop';

export interface LoadFigures {
  inFlight: number;
  /** Since the start. */
  shed: Record<Reason, number>;
}

export interface ShedOptions {
  /** The average delay of the event loop, in milliseconds; measured by default. */
  eventLoopDelayMs?: () => number;
}

/** A response takes several turns of the event loop. With this delay it still takes less than two seconds. */
const MOST_DELAY_MS = 250;
/** Long enough that one stall is not an overload, and short enough that an overload ends soon. */
const SAMPLE_EVERY_MS = 1_000;
const LOG_EVERY_MS = 5_000;
/** Clients refused together get different times, so that they do not retry together. */
const RETRY_AFTER_SECONDS = { min: 1, max: 4 };

/**
 * Refuses requests with 503 and `Retry-After` under overload, before their body is read and before any statement. A request is in
 * flight from the arrival of its body until its response is ready: slow clients and event streams do not count. Pages and files are
 * cheap, so only event loop delay sheds them. Add it after the headers of every response, and before any route.
 */
export async function shedLoad(
  app: FastifyInstance,
  { maxRequestsInFlight }: Pick<Config, 'maxRequestsInFlight'>,
  options: ShedOptions = {},
): Promise<() => LoadFigures> {
  const shed: Record<Reason, number> = { in_flight: 0, event_loop: 0 };
  let inFlight = 0;
  let logged = 0;
  // It only measures: its own responses have neither the formats of the APIs nor the count of requests in flight.
  await app.register(underPressure, { sampleInterval: SAMPLE_EVERY_MS });
  const delayMs = options.eventLoopDelayMs ?? (() => app.memoryUsage().eventLoopDelay);
  const timer = setInterval(logShed, LOG_EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.decorateRequest('isShed', false);
  app.decorateRequest('isWorkedOn', false);

  app.addHook('onRequest', (request, reply, done) => {
    const reason = reasonToShed(request);
    if (reason) refuse(request, reply, reason);
    else done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    // Many may have been admitted before their bodies arrived.
    const reason = reasonToShed(request);
    if (reason) return refuse(request, reply, reason);
    if (!request.isWorkedOn) inFlight++;
    request.isWorkedOn = true;
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leave(request);
    done();
  });
  app.decorate('leaveWork', leave);
  return () => ({ inFlight, shed: { ...shed } });

  function reasonToShed({ routeOptions, url }: FastifyRequest): Reason | undefined {
    if (routeOptions.config.isNeverShed) return undefined;
    if (delayMs() > MOST_DELAY_MS) return 'event_loop';
    return inFlight >= maxRequestsInFlight && API_PATH.test(url) ? 'in_flight' : undefined;
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, reason: Reason): void {
    shed[reason]++;
    request.isShed = true;
    const retryAfterSeconds = randomInt(RETRY_AFTER_SECONDS.min, RETRY_AFTER_SECONDS.max);
    reply.code(503).headers({ 'retry-after': String(retryAfterSeconds), 'cache-control': 'no-store' });
    if (isPage(request)) void reply.type('text/html; charset=utf-8').send(busyPage(retryAfterSeconds));
    else void reply.send(refusalBody(request, 503, 'busy', errorMessages.busy, { retryAfterSeconds }));
  }

  function leave(request: FastifyRequest): void {
    if (request.isWorkedOn) inFlight--;
    request.isWorkedOn = false;
  }

  /** A line for each would flood the log. */
  function logShed(): void {
    const all = shed.in_flight + shed.event_loop;
    if (all > logged) app.log.warn({ requests: all - logged, inFlight }, 'refused requests because of overload');
    logged = all;
  }
}

function isPage({ url, headers }: FastifyRequest): boolean {
  return !API_PATH.test(url) && headers.accept?.includes('text/html') === true;
}

/** Shown in a browser, which reloads it automatically. */
function busyPage(retryAfterSeconds: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>The server is busy</title>
${languages.map((language) => `<p lang="${language}">${wordsWithoutCode[language].busy}</p>`).join('\n')}
</html>
`;
}

/** Browsers send one request at a time over a connection; scripts may pipeline some. */
const MOST_ON_A_CONNECTION = 32;

/** Limits pipelined requests. Thousands fit into one packet, and each response waits in memory for the ones before it. */
export function limitRequestsAtOnce(app: FastifyInstance, { inFlightOn }: Pick<Connections, 'inFlightOn'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (inFlightOn(request.raw.socket) <= MOST_ON_A_CONNECTION) return done();
    const message = 'There are too many requests at once on this connection.';
    void reply
      .code(503)
      .headers({ connection: 'close', 'retry-after': '1' })
      .send(refusalBody(request, 503, 'busy', message));
  });
}

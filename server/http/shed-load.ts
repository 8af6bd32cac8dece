import { randomInt } from 'node:crypto';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PATH } from '../../shared/api-path.ts';
import { errorMessages } from '../../shared/errors.ts';
import type { Config } from '../env.ts';
import { busyPage } from './busy-page.ts';
import { refusalBody } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however much else there is to do. */
    isNeverShed?: boolean;
  }
  interface FastifyInstance {
    /** The request is no longer in flight although its answer goes on, as a stream does. */
    leaveWork: (request: FastifyRequest) => void;
  }
  interface FastifyRequest {
    /** It was refused before its work was begun, as there was too much of it. */
    isShed: boolean;
    /** It counts among those that are being worked on. */
    isWorkedOn: boolean;
  }
}

/** Why a request is shed: so many others are being worked on, or the event loop is late. */
type Reason = 'in_flight' | 'event_loop';

export interface LoadFigures {
  /** Requests that are being worked on. */
  inFlight: number;
  /** Since the start. */
  shed: Record<Reason, number>;
}

export interface ShedOptions {
  /** How late the event loop has lately been, in milliseconds on average; measured without it. */
  eventLoopDelayMs?: () => number;
}

/** An answer waits for several turns of the loop. With this delay one still takes less than two seconds. */
const MOST_DELAY_MS = 250;
/** Long enough that one stall among normal turns is no overload, and short enough that an overload is soon forgotten. */
const SAMPLE_EVERY_MS = 1_000;
const TELL_EVERY_MS = 5_000;
/** Those who are refused at one moment are told different times, or they would all be back at one moment. */
const RETRY_AFTER_SECONDS = { min: 1, max: 4 };

/**
 * Refuses requests with 503 and `Retry-After` while there is more work than can be done in time. They are refused before their
 * body is read and before anything is asked of the database, so that a refusal costs little. A request is in flight from when
 * its body has arrived until its answer is ready: slow clients and event streams hold no place. The client's pages and files
 * ask little, so only a late event loop sheds them. Add it after what every answer needs, and before any route.
 */
export async function shedLoad(
  app: FastifyInstance,
  { maxRequestsInFlight }: Pick<Config, 'maxRequestsInFlight'>,
  options: ShedOptions = {},
): Promise<() => LoadFigures> {
  const shed: Record<Reason, number> = { in_flight: 0, event_loop: 0 };
  let inFlight = 0;
  let told = 0;
  // Only to measure: its own refusal knows neither the shapes of the answers here nor what is in flight.
  await app.register(underPressure, { sampleInterval: SAMPLE_EVERY_MS });
  const delayMs = options.eventLoopDelayMs ?? (() => app.memoryUsage().eventLoopDelay);
  const timer = setInterval(tell, TELL_EVERY_MS);
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
    // Many may have been let in before their bodies arrived.
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

  /** A line for each would be a flood of its own. */
  function tell(): void {
    const all = shed.in_flight + shed.event_loop;
    if (all > told)
      app.log.warn({ requests: all - told, inFlight }, 'shed requests: there is more to do than can be done');
    told = all;
  }
}

function isPage({ url, headers }: FastifyRequest): boolean {
  return !API_PATH.test(url) && headers.accept?.includes('text/html') === true;
}

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server';
import type { FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { streamOptions } from '../trpc.ts';
import { type DirectCall, errorShapeOf, runCall } from './direct-call.ts';

export interface StreamCall {
  call: DirectCall;
  ctx: Context;
  /** Told what the stream ended with, where it did not just end. */
  onError: (error: TRPCError) => void;
}

export interface StreamCalls {
  /** Calls a subscription and sends what it yields, for as long as it lasts. */
  send: (reply: FastifyReply, stream: StreamCall) => FastifyReply;
  stop: () => void;
}

/** Of server-sent events; the last is for nginx, which would gather them. */
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Makes what answers subscriptions in tRPC's wire format. The adapter keeps several web streams for each, so that a thousand
 * open ones take four times the memory of these. One thing is told otherwise: a subscription that is refused is never
 * said to be connected.
 */
export function createStreamCalls({ pingEveryMs = streamOptions.ping.intervalMs } = {}): StreamCalls {
  const open = new Set<ServerResponse>();
  const pings = setInterval(() => {
    for (const response of open) write(response, eventOf('ping'));
  }, pingEveryMs);
  pings.unref();

  return {
    send(reply, stream) {
      const response = reply.headers(HEADERS).hijack().raw;
      response.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      open.add(response);
      response.once('close', () => open.delete(response));
      void sendEvents(response, stream);
      return reply;
    },
    stop: () => clearInterval(pings),
  };
}

async function sendEvents(response: ServerResponse, { call, ctx, onError }: StreamCall): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    const values = (await runCall(call, ctx, left.signal)) as AsyncIterable<unknown>;
    write(response, eventOf('connected', streamOptions.client));
    for await (const value of values) write(response, `data: ${JSON.stringify(value)}\n\n`);
    write(response, eventOf('return'));
  } catch (cause) {
    const error = getTRPCErrorFromUnknown(cause);
    onError(error);
    write(response, eventOf('serialized-error', errorShapeOf(call, ctx, error)));
  }
  if (!response.destroyed) response.end();
}

function eventOf(name: string, data?: object): string {
  return `event: ${name}\ndata: ${data ? JSON.stringify(data) : ''}\n\n`;
}

/** Whoever does not read what is sent is let go: nothing waits in memory for them, and reading anew tells them all. */
function write(response: ServerResponse, text: string): void {
  if (!response.destroyed && !response.write(text)) response.destroy();
}

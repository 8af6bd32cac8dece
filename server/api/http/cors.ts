import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/env.ts';
import { RATE_HEADERS } from '../../base/limits/key-rate.ts';
import { TRACE_ID_HEADER } from './headers.ts';

const ONE_HOUR_SECONDS = 3600;

/**
 * Allows pages of configured origins, and no others, to call with credentials and read the responses, including errors. Without
 * configured origins browsers block every other site.
 */
export async function allowOrigins(app: FastifyInstance, { corsOrigins }: Config): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposedHeaders: ['retry-after', ...RATE_HEADERS, TRACE_ID_HEADER],
    maxAge: ONE_HOUR_SECONDS,
  });
}

import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { exportPath } from '#shared/export-path.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError, refusalIn } from '../../base/errors.ts';
import { assertStillAllowed } from '../../base/identity/assert-still-allowed.ts';
import { admitKey } from '../../base/identity/keys/key-scope.ts';
import { countAttempt, tooMany } from '../../base/limits/rate-limit.ts';
import { createContext } from '../http/create-context.ts';
import { refusalBody } from '../http/error-handler.ts';
import { httpStatusOf } from '../http/status.ts';
import type { Export } from './create-export.ts';
import { exports } from './exports.ts';

const PER_USER = { limit: 30, windowSeconds: 600 };
/** Each holds a page of rows in memory as long as its client reads. */
const MOST_AT_ONCE = 3;
const RETRY_AFTER_SECONDS = 10;

/**
 * Serves lists as CSV files. `?input=` contains the list's filters as JSON. Files are streamed page by page; an error aborts the
 * stream.
 */
export async function serveExports(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  const openOf = new Map<number, number>();
  app.setErrorHandler(answerRefusal);
  for (const [name, list] of Object.entries(exports)) {
    app.get(exportPath(name), { exposeHeadRoute: false }, (request, reply) => send(request, reply, name, list));
  }

  async function send(request: FastifyRequest, reply: FastifyReply, name: string, list: Export): Promise<FastifyReply> {
    const context = createContext(deps, request, reply);
    await context.countKeyCalls(1);
    context.takeKeyCall();
    const who = admitKey(await context.authenticate(), `export.${name}`);
    const { actor } = who;
    await countAttempt(deps.db, `export:${actor.id}`, PER_USER);
    takePlace(reply, actor.id);
    // A long download may outlive its access token, but not its session, its key or a block.
    const assertAllowed = async () => void (await assertStillAllowed(deps, who));
    const parts = await list.open(deps.reads, actor, inputOf(request), assertAllowed);
    const fileName = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(parts, { objectMode: false }));
  }

  /** Until the response is sent or the client disconnects. */
  function takePlace(reply: FastifyReply, userId: number): void {
    const open = openOf.get(userId) ?? 0;
    if (open >= MOST_AT_ONCE) throw tooMany(RETRY_AFTER_SECONDS);
    openOf.set(userId, open + 1);
    reply.raw.once('close', () => {
      const left = (openOf.get(userId) ?? 1) - 1;
      if (left > 0) openOf.set(userId, left);
      else openOf.delete(userId);
    });
  }
}

/** @throws DomainError `bad_input` for invalid JSON */
function inputOf({ query }: FastifyRequest): unknown {
  const { input = '{}' } = query as { input?: unknown };
  try {
    return JSON.parse(String(input));
  } catch {
    throw new DomainError('bad_input');
  }
}

function answerRefusal(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalIn(error, { ofInput: true });
  if (!refusal) throw error;
  const { code, message, details } = refusal;
  const status = httpStatusOf(code);
  if (details?.retryAfterSeconds) reply.header('retry-after', details.retryAfterSeconds);
  return reply.code(status).send(refusalBody(request, status, code, message));
}

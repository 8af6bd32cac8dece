import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_ORDER_BODY_BYTES } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { apiSettings } from '../../base/cache/api-settings.ts';
import type { Deps } from '../../base/deps.ts';
import { refusalIn } from '../../base/errors.ts';
import { agreedRequestId } from '../../base/idempotency-key.ts';
import { authenticateKey } from '../../base/identity/keys/authenticate-key.ts';
import { assertScope } from '../../base/identity/keys/key-scope.ts';
import { countKeyCall, exhaustedRate, rateHeaders } from '../../base/limits/key-rate.ts';
import { sendEncoded } from '../http/send-cached.ts';
import { actionOf } from './actions.ts';
import type { Delivery } from './add-or-repeat-order.ts';
import { bodyTypeOf, bodyTypes, type Parameters, readBody, readForm } from './parameters.ts';
import { answerTo, TradeRefusal } from './refusal.ts';

/** Both are served: a redirect would turn the POST of some clients into a GET. */
const PATHS = ['/api/v2', '/api/v2/'];
/** Some clients compare it as a whole, so it has no charset. Bodies are bytes, because Fastify adds one to texts. */
const JSON_TYPE = 'application/json';
/** Of the calls, orders take an `Idempotency-Key`. */
const config = { keyedProcedure: () => 'orders.place' };
const GET_IS_OFF = 'GET is off in this shop. Send the parameters in the body of a POST, not in the address';

interface ApiV2Options {
  deps: Deps;
}

/** Serves the trade's API v2, which scripts and panels of resellers speak. See docs/api-v2.md. */
export async function serveApiV2(app: FastifyInstance, { deps }: ApiV2Options): Promise<void> {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'content-type': JSON_TYPE });
    // An empty or invalid type would be refused before a parser is chosen.
    request.headers = { 'content-type': bodyTypeOf(request.headers['content-type']) };
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(bodyTypes, { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    readBody(request.headers['content-type'] ?? '', body),
  );
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  for (const url of PATHS) {
    app.post<{ Body: Parameters | undefined }>(
      url,
      { bodyLimit: MAX_ORDER_BODY_BYTES, config },
      async (request, reply) => {
        const { apiV2Get } = await apiSettings.get(deps.db);
        const [body, query] = [request.body ?? {}, queryOf(request)];
        if (!apiV2Get && isEmpty(body) && !isEmpty(query)) throw new TradeRefusal(GET_IS_OFF);
        return answer(request, reply, { ...(apiV2Get && query), ...body });
      },
    );
    // Not for HEAD, which would place orders as well.
    app.get(url, { exposeHeadRoute: false, config }, async (request, reply) => {
      const { apiV2Get } = await apiSettings.get(deps.db);
      if (!apiV2Get) throw new TradeRefusal(GET_IS_OFF);
      return answer(request, reply, queryOf(request));
    });
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, parameters: Parameters): Promise<FastifyReply> {
    const actor = await admit(request, reply, parameters);
    const action = actionOf(parameters);
    assertScope(actor, action.scope);
    const requestId = agreedRequestId(parameters.request_id, request.requestId, 'request_id');
    const delivery = deliveryOf(request, reply, actor.key.id);
    const answered = await action.run(deps, actor.actor, { ...parameters, request_id: requestId }, delivery);
    return typeof answered === 'string'
      ? reply.send(Buffer.from(answered))
      : sendEncoded(request, reply, answered, { contentType: JSON_TYPE, vary: [] });
  }

  /** The key's owner, after the call was counted. An admin's key is a customer's here. */
  async function admit(request: FastifyRequest, reply: FastifyReply, { key = '' }: Parameters) {
    const caller = await authenticateKey(deps, key, request.ip);
    request.userId = caller.actor.id;
    request.keyId = caller.key.id;
    try {
      reply.headers(rateHeaders(await countKeyCall(deps, caller.key.id)));
    } catch (error) {
      const { code, details: { retryAfterSeconds = 1 } = {} } = refusalIn(error) ?? {};
      if (code === 'too_many_requests') reply.headers(rateHeaders(exhaustedRate(deps.config, retryAfterSeconds)));
      throw error;
    }
    const actor: Actor = { ...caller.actor, role: 'user' };
    return { ...caller, actor };
  }
}

const isEmpty = (parameters: Parameters) => Object.keys(parameters).length === 0;

/** The query is read here only, and never logged. */
function queryOf({ url }: FastifyRequest): Parameters {
  const start = url.indexOf('?');
  return start === -1 ? {} : readForm(url.slice(start + 1));
}

function deliveryOf({ log }: FastifyRequest, reply: FastifyReply, keyId: number): Delivery {
  const { raw } = reply;
  const isLost = () => raw.destroyed && !raw.writableFinished;
  const tryTo = (act: () => Promise<void>) =>
    act().catch((error: unknown) => log.warn({ err: error }, 'a lost answer was not noted'));
  const whenLost = (act: () => Promise<void>) => void raw.once('close', () => void (isLost() && tryTo(act)));
  return { keyId, isLost, whenLost, isAnswered: () => reply.sent };
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, code, text, retryAfterSeconds, isUnexpected } = answerTo(error);
  request.callCodes = [code];
  if (isUnexpected) request.log.error({ err: error }, 'unexpected error');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .send(Buffer.from(JSON.stringify({ error: text })));
}

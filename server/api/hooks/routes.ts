import type { FastifyInstance } from 'fastify';
import { parseId } from '#shared/parse-id.ts';
import type { Deps } from '../../base/deps.ts';
import { receiveMessage } from '../../features/devices/receive-message.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** Serves the address that the apps of phones post messages to. It answers 204 once a message is stored; until then they try again. */
export async function serveHooks(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  // The bytes are signed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { device: string }; Body: Buffer | undefined }>(
    '/hooks/sms/:device',
    { bodyLimit: BODY_LIMIT_BYTES },
    async ({ params, body, headers }, reply) => {
      const only = (name: string) => [headers[name]].flat()[0];
      await receiveMessage(deps, {
        deviceId: parseId(params.device) ?? 0,
        body: body ?? Buffer.alloc(0),
        signature: only('x-signature'),
        timestamp: only('x-timestamp'),
      });
      return reply.code(204).send();
    },
  );
}

import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { CallKind } from '#shared/background-calls.ts';
import { refusalIn } from '../base/errors.ts';
import type { CallAnswer, CallRequest } from '../base/queue/call-background.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { asKind } from '../base/queue/kind.ts';
import { refreshForward } from '../features/orders/purchases/refresh-forward.ts';
import { testAlarms } from '../features/reports/alarm-channels.ts';
import { fetchList } from '../features/suppliers/catalogue/fetch-list.ts';
import { testSupplier } from '../features/suppliers/test-supplier.ts';

type Deps = Parameters<typeof testSupplier>[0] &
  Parameters<typeof fetchList>[0] &
  Parameters<typeof refreshForward>[0] &
  Parameters<typeof testAlarms>[0];

interface DueCall extends CallRequest {
  id: number;
  kind: CallKind;
}

const AT_ONCE = 8;
const WAITED_FOR = sql`interval '10 minutes'`;

/** The serving worker has judged admin and input, and has written both. */
const verbs: Record<CallKind, (deps: Deps, request: CallRequest) => Promise<unknown>> = {
  'suppliers.test': (deps, { actor, input }) => testSupplier(deps, actor, input as { id: number }),
  'suppliers.fetch': (deps, { actor, input }) => fetchList(deps, actor, input as { id: number }),
  'forwards.refresh': (deps, { actor, input }) => refreshForward(deps, actor, input as { id: number }),
  'alarms.test': (deps, { actor }) => testAlarms(deps, actor),
};

/** Makes the calls to other people's servers that admins wait for. */
export function callsKind({ log, ...deps }: Deps & { log: Pick<FastifyBaseLogger, 'error'> }) {
  return asKind<DueCall, CallAnswer>({
    name: 'calls',
    slots: AT_ONCE,
    topics: ['calls'],
    // An admin has long given up, or a backup was restored.
    async prepare() {
      await deps.db.execute(sql`
        update background_calls set ended_at = now(), answer = '{"failed":true}' where ended_at is null and created_at < now() - ${WAITED_FOR}`);
    },
    claim: (tx, { count, only }) =>
      tx.execute<DueCall & Record<string, unknown>>(sql`
        select c.id, c.kind, c.request -> 'actor' as actor, c.request -> 'input' as input from background_calls c
        where c.ended_at is null and ${only === undefined ? sql`not ${hasClaim('calls', sql`c.id`)}` : sql`c.id = ${only}`}
        order by c.id limit ${count} for update skip locked`),
    describe: ({ kind }) => kind,
    async attempt({ kind, ...request }): Promise<CallAnswer> {
      try {
        return { result: await verbs[kind](deps, request) };
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal) {
          const { code, message, fieldErrors, details } = refusal;
          return { error: { code, message, fieldErrors, details } };
        }
        log.error({ err: error, call: kind }, 'a call in the background failed unexpectedly');
        return { failed: true };
      }
    },
    async settle(tx, { id }, answer) {
      await tx.execute(endedWith(id, answer));
      return () => deps.events.publish('calls', String(id));
    },
    release: async () => undefined,
    async setAside(tx, id) {
      await tx.execute(endedWith(id, { failed: true }));
    },
  });
}

const endedWith = (id: number, answer: CallAnswer) =>
  sql`update background_calls set ended_at = now(), answer = ${JSON.stringify(answer)}::jsonb where id = ${id} and ended_at is null`;

import { z } from 'zod';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/env.ts';
import { createMetrics } from '../../server/metrics/metrics.ts';
import { createLog } from '../../server/process/log.ts';
import { appRouter } from '../../server/router.ts';
import { publicProcedure, router } from '../../server/trpc.ts';
import { placeOrderInput } from '../../shared/orders.ts';
import { benchDeps } from './bench-deps.ts';

/**
 * The panel's own app with its log and its metrics, and two procedures more that touch no database: what is left is the way of
 * a request through the panel.
 */
const ok = z.object({ ok: z.boolean() });
const added = router({
  bench: router({
    query: publicProcedure.output(ok).query(() => ({ ok: true })),
    mutation: publicProcedure
      .input(placeOrderInput)
      .output(ok)
      .mutation(() => ({ ok: true })),
  }),
});
Object.assign(appRouter._def.procedures, added._def.procedures);

const logger = createLog(readConfig());
const metrics = createMetrics(0);
const deps = { ...benchDeps(process.env.DATABASE_URL ?? ''), callEnded: metrics.callEnded };
const app = await buildApp(deps, { logger, metrics });
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });

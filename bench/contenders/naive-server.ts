import cookie from '@fastify/cookie';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import { createContext } from '../../server/context.ts';
import { protectedProcedure, router } from '../../server/trpc.ts';
import { placeOrderInput } from '../../shared/orders.ts';
import { benchDeps } from './bench-deps.ts';
import { naivePlaceOrder } from './naive-place-order.ts';

/** The naive order behind tRPC's stock adapter, with the panel's own sessions and input schema. */
const deps = benchDeps(process.env.DATABASE_URL ?? '');
const naiveRouter = router({
  orders: router({
    place: protectedProcedure
      .input(placeOrderInput)
      .mutation(({ ctx, input }) => naivePlaceOrder(ctx.deps.db, ctx.actor, input)),
  }),
});

const app = Fastify();
await app.register(cookie);
await app.register(fastifyTRPCPlugin, {
  prefix: '/trpc',
  trpcOptions: {
    router: naiveRouter,
    createContext: ({ req, res }) => createContext(deps, req, res),
  } satisfies FastifyTRPCPluginOptions<typeof naiveRouter>['trpcOptions'],
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: address });

import cookie from '@fastify/cookie';
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify from 'fastify';
import { createContext } from '#server/api/http/create-context.ts';
import { protectedProcedure, router } from '#server/base/trpc.ts';
import { placeOrderInput } from '#shared/orders.ts';
import { serverDeps } from '../../server-deps.ts';
import { naivePlaceOrder } from './naive-place-order.ts';

/** The naive order behind tRPC's own adapter, with the panel's sessions and input schema. */
const { deps } = serverDeps(console);
const naiveRouter = router({
  orders: router({
    place: protectedProcedure
      .input(placeOrderInput.required({ quantity: true }))
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
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) });

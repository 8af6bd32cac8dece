import { adminRouter } from './features/admin/router.ts';
import { authRouter } from './features/auth/router.ts';
import { noticesRouter } from './features/notices/router.ts';
import { ordersRouter } from './features/orders/router.ts';
import { rechargesRouter } from './features/recharges/router.ts';
import { servicesRouter } from './features/services/router.ts';
import { settingsRouter } from './features/settings/router.ts';
import { statsRouter } from './features/stats/router.ts';
import { ticketsRouter } from './features/tickets/router.ts';
import { walletRouter } from './features/wallet/router.ts';
import { mergeRouters, protectedProcedure, router } from './trpc.ts';

/** Every tRPC procedure of the panel. Clients import only its type. */
export const appRouter = router({
  auth: authRouter,
  services: servicesRouter,
  orders: ordersRouter,
  balance: mergeRouters(walletRouter, rechargesRouter),
  settings: settingsRouter,
  stats: statsRouter,
  tickets: ticketsRouter,
  notices: noticesRouter,
  live: router({
    changes: protectedProcedure
      .meta({ isStream: true })
      .subscription(({ ctx, signal }) => ctx.deps.live.open(ctx, signal)),
  }),
  admin: adminRouter,
});

export type AppRouter = typeof appRouter;

import { followInput } from '#shared/live-input.ts';
import { mergeRouters, protectedProcedure, router } from '../base/trpc.ts';
import { adminAuditRouter } from '../features/audit/router.ts';
import { authRouter } from '../features/auth/router.ts';
import { adminBackupsRouter, adminOutgoingRouter } from '../features/backups/router.ts';
import { adminCategoriesRouter } from '../features/categories/router.ts';
import { adminDevicesRouter } from '../features/devices/router.ts';
import { adminEvidenceRouter } from '../features/evidence/router.ts';
import { adminImagesRouter } from '../features/images/router.ts';
import { adminJobsRouter } from '../features/jobs/router.ts';
import { keysRouter } from '../features/keys/router.ts';
import { linksRouter, referencesRouter } from '../features/links/router.ts';
import { adminMissingRouter } from '../features/missing/router.ts';
import { adminNoticesRouter, noticesRouter } from '../features/notices/router.ts';
import { adminForwardsRouter } from '../features/orders/purchases/router.ts';
import { adminRequestsRouter, requestsRouter } from '../features/orders/requests/router.ts';
import { adminOrdersRouter, ordersRouter } from '../features/orders/router.ts';
import { adminRechargesRouter, rechargesRouter } from '../features/recharges/router.ts';
import { adminAlarmsRouter, adminReportsRouter } from '../features/reports/router.ts';
import { adminReviewQueueRouter } from '../features/review-queue/router.ts';
import { adminServicesRouter, servicesRouter } from '../features/services/router.ts';
import { adminSetAsideRouter } from '../features/set-aside/router.ts';
import { adminPaymentMethodsRouter, adminSettingsRouter, settingsRouter } from '../features/settings/router.ts';
import {
  adminComparisonProcedure,
  adminMoneyProcedure,
  adminStatsProcedure,
  statsRouter,
} from '../features/stats/router.ts';
import { adminCatalogueRouter } from '../features/suppliers/catalogue/router.ts';
import { adminSuppliersRouter } from '../features/suppliers/router.ts';
import { adminSavedRepliesRouter, adminTicketsRouter, ticketsRouter } from '../features/tickets/router.ts';
import { adminUsersRouter } from '../features/users/router.ts';
import { adminWalletRouter, walletRouter } from '../features/wallet/router.ts';
import { webhooksRouter } from '../features/webhooks/router.ts';

/** Every tRPC procedure of the panel. Clients import only its type. */
export const appRouter = router({
  auth: authRouter,
  services: servicesRouter,
  orders: mergeRouters(ordersRouter, requestsRouter),
  balance: mergeRouters(walletRouter, rechargesRouter),
  settings: settingsRouter,
  stats: statsRouter,
  tickets: ticketsRouter,
  notices: noticesRouter,
  links: linksRouter,
  references: referencesRouter,
  keys: keysRouter,
  webhooks: webhooksRouter,
  live: router({
    changes: protectedProcedure
      .meta({ isStream: true })
      .input(followInput)
      .subscription(({ ctx, input, signal }) => ctx.deps.live.open(ctx, signal, input?.kinds)),
  }),
  admin: router({
    stats: adminStatsProcedure,
    desk: adminReviewQueueRouter,
    money: adminMoneyProcedure,
    comparison: adminComparisonProcedure,
    services: adminServicesRouter,
    categories: adminCategoriesRouter,
    orders: adminOrdersRouter,
    requests: adminRequestsRouter,
    recharges: adminRechargesRouter,
    devices: adminDevicesRouter,
    evidence: adminEvidenceRouter,
    users: mergeRouters(adminUsersRouter, adminWalletRouter),
    settings: adminSettingsRouter,
    paymentMethods: adminPaymentMethodsRouter,
    tickets: adminTicketsRouter,
    savedReplies: adminSavedRepliesRouter,
    notices: adminNoticesRouter,
    images: adminImagesRouter,
    audit: adminAuditRouter,
    jobs: adminJobsRouter,
    outgoing: adminOutgoingRouter,
    backups: adminBackupsRouter,
    missing: adminMissingRouter,
    setAside: adminSetAsideRouter,
    suppliers: mergeRouters(adminSuppliersRouter, adminCatalogueRouter),
    reports: adminReportsRouter,
    alarms: adminAlarmsRouter,
    forwards: adminForwardsRouter,
  }),
});

export type AppRouter = typeof appRouter;

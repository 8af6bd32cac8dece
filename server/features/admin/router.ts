import { mergeRouters, router } from '../../trpc.ts';
import { adminAuditRouter } from '../audit/router.ts';
import { adminImagesRouter } from '../images/router.ts';
import { adminNoticesRouter } from '../notices/router.ts';
import { adminOrdersRouter } from '../orders/router.ts';
import { adminRechargesRouter } from '../recharges/router.ts';
import { adminReviewQueueRouter } from '../review-queue/router.ts';
import { adminServicesRouter } from '../services/router.ts';
import { adminPaymentMethodsRouter, adminSettingsRouter } from '../settings/router.ts';
import { adminMoneyProcedure, adminStatsProcedure } from '../stats/router.ts';
import { adminSavedRepliesRouter, adminTicketsRouter } from '../tickets/router.ts';
import { adminUsersRouter } from '../users/router.ts';
import { adminWalletRouter } from '../wallet/router.ts';

/** Composition only: each feature has its own admin procedures, all of them `adminProcedure`. */
export const adminRouter = router({
  stats: adminStatsProcedure,
  desk: adminReviewQueueRouter,
  money: adminMoneyProcedure,
  services: adminServicesRouter,
  orders: adminOrdersRouter,
  recharges: adminRechargesRouter,
  users: mergeRouters(adminUsersRouter, adminWalletRouter),
  settings: adminSettingsRouter,
  paymentMethods: adminPaymentMethodsRouter,
  tickets: adminTicketsRouter,
  savedReplies: adminSavedRepliesRouter,
  notices: adminNoticesRouter,
  images: adminImagesRouter,
  audit: adminAuditRouter,
});

import { withIntegrationTexts } from '../i18n/integration-texts.ts';

/** The pages of signed-in users, apart from those for admins. The names of their files are several kilobytes, which visitors do not load. */
export const signedInPages = {
  addBalance: () => import('../features/balance/add-balance-page.tsx'),
  buyService: () => import('../features/orders/buy-service/buy-service-page.tsx'),
  dashboard: () => import('../features/dashboard/overview-page.tsx'),
  keys: () => withIntegrationTexts(import('../features/profile/keys/keys-page.tsx')),
  massOrder: () => import('../features/orders/mass-order/mass-order-page.tsx'),
  newTicket: () => import('../features/tickets/new-ticket-page.tsx'),
  order: () => import('../features/orders/history/order-page.tsx'),
  orderHistory: () => import('../features/orders/history/order-history-page.tsx'),
  payment: () => import('../features/balance/payment-page.tsx'),
  profile: () => import('../features/profile/profile-page.tsx'),
  recharge: () => import('../features/balance/recharge-page.tsx'),
  rechargeHistory: () => import('../features/balance/recharge-history-page.tsx'),
  statement: () => import('../features/balance/statement-page.tsx'),
  ticket: () => import('../features/tickets/ticket-page.tsx'),
  tickets: () => import('../features/tickets/tickets-page.tsx'),
  webhooks: () => withIntegrationTexts(import('../features/profile/webhooks/webhooks-page.tsx')),
};

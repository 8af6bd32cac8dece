import { about } from './bn/about.ts';
import { addBalance } from './bn/add-balance.ts';
import { auth } from './bn/auth.ts';
import { buyService } from './bn/buy-service.ts';
import { catalogue, sorts } from './bn/catalogue.ts';
import { chat } from './bn/chat.ts';
import { categories, common, errors, format, historySorts, strength, toasts } from './bn/common.ts';
import { dashboard } from './bn/dashboard.ts';
import { elsewhere } from './bn/elsewhere.ts';
import { home, homeMore } from './bn/home.ts';
import { lost } from './bn/lost.ts';
import { massOrder } from './bn/mass-order.ts';
import { moneyActions } from './bn/money-actions.ts';
import { notices, noticesPage } from './bn/notices.ts';
import { orderDialog } from './bn/order-dialog.ts';
import { orderParts } from './bn/order-parts.ts';
import { orderProgress } from './bn/order-progress.ts';
import { orders } from './bn/orders.ts';
import { palette } from './bn/palette.ts';
import { payment } from './bn/payment.ts';
import { profile, roles } from './bn/profile.ts';
import { requestKinds, requests } from './bn/requests.ts';
import { code, secondFactor } from './bn/second-factor.ts';
import { menu, pages, shell } from './bn/shell.ts';
import { sidebar } from './bn/sidebar.ts';
import { orderStatus, rechargeStatus, timeline } from './bn/statuses.ts';
import { conversation, help, ticketStatus, tickets } from './bn/tickets.ts';
import { entries, rechargeFilters, wallet } from './bn/wallet.ts';

/** The screens in Bengali, by area; messages of schemas and of the server are in bn/messages.ts, a separate chunk. */
export const bn = {
  about,
  addBalance,
  auth,
  buyService,
  catalogue,
  categories,
  chat,
  code,
  common,
  conversation,
  dashboard,
  elsewhere,
  entries,
  errors,
  format,
  help,
  historySorts,
  home,
  homeMore,
  lost,
  massOrder,
  menu,
  moneyActions,
  notices,
  noticesPage,
  orderDialog,
  orderParts,
  orderProgress,
  orders,
  orderStatus,
  pages,
  palette,
  payment,
  profile,
  rechargeFilters,
  rechargeStatus,
  requestKinds,
  requests,
  roles,
  secondFactor,
  shell,
  sidebar,
  toasts,
  sorts,
  strength,
  tickets,
  ticketStatus,
  timeline,
  wallet,
};

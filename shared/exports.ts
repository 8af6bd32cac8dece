import { z } from 'zod';
import { adminRequestListInput } from './admin-requests.ts';
import { adminRechargeListInput, rechargeListInput, statementInput } from './balance.ts';
import { jobIdInput } from './jobs.ts';
import { adminOrderListInput, orderListInput } from './orders.ts';
import { pageByPage } from './paging.ts';
import { profitFilter } from './reports.ts';
import { adminUserListInput } from './users.ts';

/** The exports and their filters: those of the list on screen, without paging. */
export const exportInputs = {
  orders: orderListInput.omit(pageByPage),
  recharges: rechargeListInput.omit(pageByPage),
  statement: statementInput.omit(pageByPage),
  /** All customers' orders, for admins. */
  'all-orders': adminOrderListInput.omit(pageByPage),
  'all-recharges': adminRechargeListInput.omit(pageByPage),
  'all-requests': adminRequestListInput.omit(pageByPage),
  /** The whole catalogue, for admins; it can be imported again unchanged. */
  services: z.strictObject({}),
  /** The rows of one job with their outcomes, for admins. */
  job: jobIdInput,
  /** For admins. */
  users: adminUserListInput.omit(pageByPage),
  /** The profit of some days, for admins. */
  profit: profitFilter,
};
export type ExportName = keyof typeof exportInputs;
export type ExportInput<Name extends ExportName> = z.input<(typeof exportInputs)[Name]>;

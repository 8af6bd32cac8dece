import { z } from 'zod';
import { adminRequestListInput } from '#shared/admin-requests.ts';
import { adminRechargeListInput, type RechargeOut, rechargeListInput, statementInput } from '#shared/balance.ts';
import { entryRules } from '#shared/entry-kinds.ts';
import { type ErrorCode, errorMessages } from '#shared/errors.ts';
import { type JobRow, jobIdInput } from '#shared/jobs.ts';
import { micros, refundFor } from '#shared/money.ts';
import { listedFieldNames } from '#shared/order-fields.ts';
import { adminStatus, customerStatus } from '#shared/order-status.ts';
import { adminOrderListInput, type OrderRow, orderListInput } from '#shared/orders.ts';
import { pageByPage } from '#shared/paging.ts';
import type { RechargeStatus } from '#shared/recharge-status.ts';
import { profitFilter } from '#shared/reports.ts';
import type { RequestKind, RequestStatus } from '#shared/request-status.ts';
import { type Reviewer, reviewerNames } from '#shared/reviewers.ts';
import { adminUserListInput } from '#shared/users.ts';
import { listJobRows } from '../../features/jobs/list-job-rows.ts';
import { listAllOrders } from '../../features/orders/list-all-orders.ts';
import { listOrders } from '../../features/orders/list-orders.ts';
import { listAllRequests } from '../../features/orders/requests/list-all-requests.ts';
import { listAllRecharges } from '../../features/recharges/list-all-recharges.ts';
import { listRecharges } from '../../features/recharges/list-recharges.ts';
import { reportProfit } from '../../features/reports/report-profit.ts';
import {
  type CatalogueFields,
  type CatalogueRow,
  fieldOfColumn,
  filledColumns,
} from '../../features/services/import/catalogue-shape.ts';
import { listCatalogue } from '../../features/services/list-catalogue.ts';
import { listUsers } from '../../features/users/list-users.ts';
import { readStatement } from '../../features/wallet/read-statement.ts';
import { createExport } from './create-export.ts';
import type { CsvColumn } from './csv.ts';

const rechargeStatus: Record<RechargeStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

const requestKind: Record<RequestKind, string> = { refill: 'Refill', cancel: 'Cancel', speed_up: 'Speed-up' };

const requestStatus: Record<RequestStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  rejected: 'Rejected',
  done: 'Done',
};

const jobOutcome: Record<JobRow['outcome'], string> = {
  waiting: 'Waiting',
  done: 'Done',
  refused: 'Refused',
  not_run: 'Not run',
};

/** A newer server on this database may have stored a code that this one does not know. */
function messageOfCode(code: string | null): string | null {
  return code !== null && Object.hasOwn(errorMessages, code) ? errorMessages[code as ErrorCode] : null;
}

const [, , ...laterFields] = listedFieldNames;
const capitalized = (name: string) => name.replace(/^./, (first) => first.toUpperCase());

const orderColumns: readonly CsvColumn<OrderRow>[] = [
  { header: 'Order', value: ({ id }) => id },
  { header: 'Date (UTC)', value: ({ createdAt }) => createdAt },
  { header: 'Service ID', value: ({ serviceId }) => serviceId },
  { header: 'Service', value: ({ serviceName }) => serviceName },
  { header: 'Link', value: ({ link }) => link },
  { header: 'Quantity', value: ({ quantity }) => quantity },
  { header: 'Not delivered', value: ({ remaining }) => remaining ?? 0 },
  { header: 'Price per 1000 (USD)', priceMicros: ({ priceMicros, per }) => micros(priceMicros * (1000 / per)) },
  { header: 'Charge (USD)', nanos: ({ chargeNanos }) => chargeNanos },
  {
    header: 'Refunded (USD)',
    nanos: ({ status, chargeNanos, remaining, ...price }) =>
      status === 'rejected' ? chargeNanos : refundFor(remaining ?? 0, price),
  },
];

/** The columns that came later. Progress is empty if it is unknown. */
const laterColumns: readonly CsvColumn<OrderRow>[] = [
  { header: 'Start count', value: ({ startCount }) => startCount },
  { header: 'Remains', value: ({ remains }) => remains },
  ...laterFields.map((name) => ({ header: capitalized(name), value: (order: OrderRow) => order[name] })),
];

const rechargeColumns: readonly CsvColumn<RechargeOut>[] = [
  { header: 'Recharge', value: ({ id }) => id },
  { header: 'Date (UTC)', value: ({ createdAt }) => createdAt },
  { header: 'Method', value: ({ method }) => method },
  { header: 'Transaction ID', value: ({ reference }) => reference },
  { header: 'Amount (USD)', nanos: ({ amountNanos }) => amountNanos },
  { header: 'Paid (BDT)', value: ({ paidTaka }) => paidTaka },
  { header: 'Status', value: ({ status }) => rechargeStatus[status] },
  { header: 'Decided (UTC)', value: ({ decidedAt }) => decidedAt },
  { header: 'Reason', value: ({ reason }) => reason },
];

/** The admin's user name, or who decided without a person: "the supplier". */
function decidedBy(row: { decidedBy: string | null; decider: Reviewer | null }): string | null {
  return row.decidedBy ?? (row.decider && reviewerNames[row.decider]);
}

const inWords = (value: string | number | boolean | null) =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;

/** An import recognizes its columns by these headers. */
const catalogueColumns: readonly CsvColumn<Omit<CatalogueRow, 'deletedAt' | 'forwarded'>>[] = [
  { header: 'id', value: ({ id }) => id },
  ...filledColumns.map((column): CsvColumn<CatalogueFields> => {
    if (column === 'price') return { header: column, priceMicros: ({ priceMicros }) => priceMicros };
    return { header: column, value: (row) => inWords(row[fieldOfColumn[column]]) };
  }),
];

/**
 * All exports, each with the filters of its list on screen. Columns keep their names and order, because programs read them too. Those
 * of services can be imported again unchanged.
 */
export const exports = {
  orders: createExport({
    input: orderListInput.omit(pageByPage),
    read: listOrders,
    columns: [...orderColumns, { header: 'Status', value: ({ status }) => customerStatus[status] }, ...laterColumns],
  }),
  recharges: createExport({
    input: rechargeListInput.omit(pageByPage),
    read: listRecharges,
    columns: [...rechargeColumns, { header: 'Reversed (UTC)', value: ({ reversedAt }) => reversedAt }],
  }),
  statement: createExport({
    input: statementInput.omit(pageByPage),
    read: readStatement,
    columns: [
      { header: 'No.', value: ({ seq }) => seq },
      { header: 'Date (UTC)', value: ({ at }) => at },
      { header: 'Entry', value: ({ kind }) => entryRules[kind].name },
      { header: 'Order', value: ({ orderId }) => orderId },
      { header: 'Recharge', value: ({ rechargeId }) => rechargeId },
      { header: 'Amount (USD)', nanos: ({ amountNanos }) => amountNanos },
      { header: 'Balance after (USD)', nanos: ({ balanceAfterNanos }) => balanceAfterNanos },
      { header: 'Reason', value: ({ reason }) => reason },
    ],
  }),
  'all-orders': createExport({
    input: adminOrderListInput.omit(pageByPage),
    read: listAllOrders,
    columns: [
      ...orderColumns,
      { header: 'Status', value: ({ status }) => adminStatus[status] },
      { header: 'Customer ID', value: ({ user }) => user.id },
      { header: 'Customer', value: ({ user }) => user.userName },
      ...laterColumns,
    ],
  }),
  'all-recharges': createExport({
    input: adminRechargeListInput.omit(pageByPage),
    read: listAllRecharges,
    columns: [
      ...rechargeColumns,
      { header: 'Decided by', value: decidedBy },
      { header: 'Customer ID', value: ({ user }) => user.id },
      { header: 'Customer', value: ({ user }) => user.userName },
      { header: 'Name', value: ({ user }) => user.name },
      { header: 'Phone', value: ({ user }) => user.phone },
      { header: 'Duplicate ID', value: ({ isDuplicate }) => (isDuplicate ? 'yes' : '') },
      { header: 'Reversed (UTC)', value: ({ reversedAt }) => reversedAt },
      { header: 'Reversed by', value: ({ reversedBy }) => reversedBy },
      { header: 'Taken back (USD)', nanos: ({ reversedNanos }) => reversedNanos },
    ],
  }),
  'all-requests': createExport({
    input: adminRequestListInput.omit(pageByPage),
    read: listAllRequests,
    columns: [
      { header: 'Request', value: ({ id }) => id },
      { header: 'Date (UTC)', value: ({ createdAt }) => createdAt },
      { header: 'Kind', value: ({ kind }) => requestKind[kind] },
      { header: 'Status', value: ({ status }) => requestStatus[status] },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'Decided (UTC)', value: ({ decidedAt }) => decidedAt },
      { header: 'Decided by', value: decidedBy },
      { header: 'Order', value: ({ orderId }) => orderId },
      { header: 'Order status', value: ({ order }) => adminStatus[order.status] },
      { header: 'Service ID', value: ({ order }) => order.serviceId },
      { header: 'Service', value: ({ order }) => order.serviceName },
      { header: 'Link', value: ({ order }) => order.link },
      { header: 'Quantity', value: ({ order }) => order.quantity },
      { header: 'Charge (USD)', nanos: ({ order }) => order.chargeNanos },
      { header: 'Customer ID', value: ({ order }) => order.user.id },
      { header: 'Customer', value: ({ order }) => order.user.userName },
    ],
  }),
  services: createExport({
    input: z.strictObject({}),
    read: listCatalogue,
    columns: catalogueColumns,
  }),
  job: createExport({
    input: jobIdInput,
    read: listJobRows,
    columns: [
      { header: 'ID', value: ({ id }) => id },
      { header: 'Expected status', value: ({ expectedStatus }) => expectedStatus },
      { header: 'Outcome', value: ({ outcome }) => jobOutcome[outcome] },
      { header: 'Error code', value: ({ code }) => code },
      { header: 'Error', value: ({ code }) => messageOfCode(code) },
      { header: 'Decided (UTC)', value: ({ at }) => at },
    ],
  }),
  users: createExport({
    input: adminUserListInput.omit(pageByPage),
    read: listUsers,
    columns: [
      { header: 'User', value: ({ id }) => id },
      { header: 'Name', value: ({ name }) => name },
      { header: 'User Name', value: ({ userName }) => userName },
      { header: 'Email', value: ({ email }) => email },
      { header: 'Phone', value: ({ phone }) => phone },
      { header: 'Role', value: ({ role }) => role },
      { header: 'Balance (USD)', nanos: ({ balanceNanos }) => balanceNanos },
      { header: 'Joined (UTC)', value: ({ createdAt }) => createdAt },
      { header: 'Status', value: ({ blocked }) => (blocked ? 'Blocked' : 'Active') },
    ],
  }),
  profit: createExport({
    input: profitFilter,
    read: reportProfit,
    columns: [
      { header: 'ID', value: ({ id }) => id },
      { header: 'Name', value: ({ name }) => name },
      { header: 'Orders', value: ({ orders }) => orders },
      { header: 'Earned (USD)', sum: ({ earnedNanos }) => earnedNanos },
      { header: 'Cost (USD)', sum: ({ costNanos }) => costNanos },
      { header: 'Profit (USD)', sum: ({ profitNanos }) => profitNanos },
      { header: 'Orders without a known cost', value: ({ unknownOrders }) => unknownOrders },
      { header: 'Earned without a known cost (USD)', sum: ({ unknownEarnedNanos }) => unknownEarnedNanos },
    ],
  }),
};

/** The filters of each export, as its caller gives them. */
export type ExportInputs = { [Name in keyof typeof exports]: z.input<(typeof exports)[Name]['input']> };

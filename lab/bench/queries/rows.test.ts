import { expect, test } from 'vitest';
import { exports } from '#server/api/exports/exports.ts';
import { listProcedures } from '#server/testing/inventory.ts';
import { exceptions, rowsOf, type Sample } from './rows.ts';

const sample: Sample = {
  ...{ orderId: 1, orderIds: [1], serviceId: 1, rechargeId: 1, userId: 1, resellerId: 1, adminId: 1, supplierId: 1 },
  ...{ forwardId: 1, ticketId: 1, requestId: 1, webhookId: 1 },
  ...{ link: 'https://t.me/demo', reference: 'D0123456', userName: 'rahim.karim' },
  ...{ from: '2026-06-01', lastMonth: '2026-11-01', to: '2026-11-30' },
};
const rows = rowsOf(sample);
const queries = listProcedures().filter(({ type }) => type === 'query');
const inputs = new Map([
  ...queries.map(({ path, input }) => [path, input] as const),
  ...Object.entries(exports).map(([name, { input }]) => [`exports.${name}`, input] as const),
]);

test('every query and every export is measured, or is an exception with a reason', () => {
  const known = [...new Set(rows.map(({ name }) => name)), ...Object.keys(exceptions)];
  expect(known.toSorted()).toEqual([...inputs.keys()].toSorted());
});

test('every input is one that its procedure takes', () => {
  const refused = rows.filter(({ name, input }) => input && !inputs.get(name)?.safeParse(input).success);
  expect(refused).toEqual([]);
});

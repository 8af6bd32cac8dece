import { z } from 'zod';
import { rechargeAmount, requestRechargeInput } from '#shared/balance.ts';
import { giveBalanceInput } from '#shared/users.ts';
import { whoAmI } from '../../features/auth/who-am-i.ts';
import { countAllRecharges, countRecharges } from '../../features/recharges/count-recharges.ts';
import { decideRecharge } from '../../features/recharges/decide-recharge.ts';
import { listAllRecharges } from '../../features/recharges/list-all-recharges.ts';
import { listRecharges } from '../../features/recharges/list-recharges.ts';
import { requestRecharge } from '../../features/recharges/request-recharge.ts';
import { giveBalance } from '../../features/wallet/give-balance.ts';
import { type Call, defineCall } from './call.ts';
import { dollars, toDollars } from './dollars.ts';
import { idParams, numberOrDigits, pageQuery, readPage } from './parameters.ts';
import { presentRecharge } from './present.ts';
import { recharge } from './shapes.ts';

const { method, reference, expectedPaidTaka } = requestRechargeInput.shape;

const decisionOf = { approved: 'approve', rejected: 'reject' } as const;

export const balanceCalls: Call[] = [
  defineCall('user', {
    method: 'POST',
    path: '/api/v1/balance/addBalance',
    summary: 'Say that taka were paid, with the transaction ID; an admin then approves or rejects it',
    procedure: 'balance.requestRecharge',
    refusals: [
      'method_unavailable',
      'rate_changed',
      'reference_used',
      'too_many_pending',
      'idempotency_conflict',
      'too_many_requests',
    ],
    message: 'Balance request Posted Successfully',
    takesKey: true,
    body: z.object({
      paymentMethod: method,
      amount: dollars('Amount').pipe(rechargeAmount),
      reference,
      paidTaka: numberOrDigits('The total in taka', expectedPaidTaka.unwrap()).optional().meta({
        description: 'The total in taka that the customer saw: a whole number, or its digits as text',
      }),
    }),
    example: { amount: 10, paidTaka: 1260, paymentMethod: 'Bkash', reference: '9J4K2L7M' },
    data: recharge,
    async run({ deps, actor, body, requestId, makeRequestId }) {
      const { paymentMethod, amount, paidTaka, ...rest } = body;
      const keys = { requestId, madeRequestId: makeRequestId() };
      const input = { ...rest, ...keys, method: paymentMethod, amountNanos: amount, expectedPaidTaka: paidTaka };
      const requested = await requestRecharge(deps, actor, input, deps.config);
      return { data: presentRecharge({ ...requested, user: await whoAmI(deps.db, actor) }) };
    },
  }),
  defineCall('admin', {
    method: 'GET',
    path: '/api/v1/balance/getAll',
    summary: 'All recharge requests, newest first',
    procedure: 'admin.recharges.list',
    message: 'Balance requests',
    isList: true,
    query: pageQuery,
    data: z.object({ balanceRequests: z.array(recharge) }),
    async run({ deps: { db }, actor, query }) {
      const { rows, meta } = await readPage(
        query,
        (window) => listAllRecharges(db, actor, window),
        () => countAllRecharges(db, actor),
      );
      return { data: { balanceRequests: rows.map(presentRecharge) }, meta };
    },
  }),
  defineCall('user', {
    method: 'GET',
    path: '/api/v1/balance/getByUserId',
    summary: "The caller's own recharge requests, newest first",
    procedure: 'balance.recharges',
    message: 'Balance requests',
    isList: true,
    query: pageQuery,
    data: z.object({ balanceRequest: z.array(recharge) }),
    async run({ deps: { db }, actor, query }) {
      const [{ rows, meta }, user] = await Promise.all([
        readPage(
          query,
          (window) => listRecharges(db, actor, window),
          () => countRecharges(db, actor),
        ),
        whoAmI(db, actor),
      ]);
      return { data: { balanceRequest: rows.map((row) => presentRecharge({ ...row, user })) }, meta };
    },
  }),
  defineCall('admin', {
    method: 'PUT',
    path: '/api/v1/balance/update/{id}',
    summary: 'Approve or reject a recharge request; approving credits the customer',
    procedure: 'admin.recharges.decide',
    refusals: ['not_found', 'already_decided', 'reauthentication_required', 'amount_too_large'],
    message: 'Recharge request updated successfully',
    params: idParams,
    body: z.object({ status: z.enum(['approved', 'rejected'], 'Status must be approved or rejected') }),
    example: { status: 'approved' },
    data: recharge,
    run: async ({ deps, actor, params, body }) => ({
      data: presentRecharge(await decideRecharge(deps, actor, { ...params, decision: decisionOf[body.status] })),
    }),
  }),
  defineCall('admin', {
    method: 'PUT',
    path: '/api/v1/balance/giveBalanceByAdmin/{id}',
    summary: 'Give a user balance, or take back with a negative amount',
    procedure: 'admin.users.giveBalance',
    refusals: [
      'not_found',
      'reauthentication_required',
      'insufficient_balance',
      'amount_too_large',
      'idempotency_conflict',
      'repeated_gift',
    ],
    message: 'Balance added successfully',
    takesKey: true,
    params: idParams,
    body: z.object({
      amount: dollars('Amount').pipe(giveBalanceInput.shape.amountNanos),
      confirm: giveBalanceInput.shape.confirm.meta({
        description:
          'Gives it although the caller gave this user the same within 60 seconds; without it, and without a key, the answer is 409',
      }),
    }),
    example: { amount: 2.5 },
    data: z.object({ _id: z.string(), balance: z.number().meta({ description: 'Afterwards, in dollars' }) }),
    async run({ deps, actor, params, body: { amount: amountNanos, confirm }, requestId, makeRequestId }) {
      const input = { ...params, amountNanos, confirm, requestId, madeRequestId: makeRequestId() };
      const { balanceNanos } = await giveBalance(deps, actor, input);
      return { data: { _id: String(params.id), balance: toDollars(balanceNanos) } };
    },
  }),
];

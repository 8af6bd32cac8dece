import {
  adminStatementInput,
  adminStatementPage,
  balanceOut,
  statementInput,
  statementPage,
  statementSums,
  statementSumsInput,
} from '#shared/balance.ts';
import { giveBalanceInput } from '#shared/users.ts';
import { adminProcedure, keyedAdminProcedure, protectedProcedure, router } from '../../base/trpc.ts';
import { getBalance } from './get-balance.ts';
import { giveBalance } from './give-balance.ts';
import { readStatement, sumStatement } from './read-statement.ts';
import { readUserStatement } from './read-user-statement.ts';

export const walletRouter = router({
  get: protectedProcedure.output(balanceOut).query(({ ctx }) => getBalance(ctx.deps.db, ctx.actor)),
  statement: protectedProcedure
    .input(statementInput)
    .output(statementPage)
    .query(({ ctx, input }) => readStatement(ctx.deps.db, ctx.actor, input)),
  statementSums: protectedProcedure
    .input(statementSumsInput)
    .output(statementSums)
    .query(({ ctx, input }) => sumStatement(ctx.deps.db, ctx.actor, input)),
});

/** The part of `admin.users` for a user's wallet. */
export const adminWalletRouter = router({
  statement: adminProcedure
    .input(adminStatementInput)
    .output(adminStatementPage)
    .query(({ ctx, input }) => readUserStatement(ctx.deps.db, ctx.actor, input)),
  giveBalance: keyedAdminProcedure
    .input(giveBalanceInput)
    .output(balanceOut)
    .mutation(({ ctx, input }) => giveBalance(ctx.deps, ctx.actor, { ...input, madeRequestId: ctx.makeRequestId() })),
});

import { balanceOut } from '../../../shared/balance.ts';
import {
  adminUser,
  adminUserInput,
  adminUserListInput,
  adminUserPage,
  giveBalanceInput,
  setBlockedInput,
} from '../../../shared/users.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { giveBalance } from '../balance/give-balance.ts';
import { getUser } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { setBlocked } from './set-blocked.ts';

export const adminUsersRouter = router({
  list: adminProcedure
    .input(adminUserListInput)
    .output(adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(adminUserInput)
    .output(adminUser)
    .query(({ ctx, input }) => getUser(ctx.deps.db, ctx.actor, input)),
  setBlocked: adminProcedure
    .input(setBlockedInput)
    .output(adminUser)
    .mutation(({ ctx, input }) => setBlocked(ctx.deps, ctx.actor, input)),
  giveBalance: adminProcedure
    .input(giveBalanceInput)
    .output(balanceOut)
    .mutation(({ ctx, input }) => giveBalance(ctx.deps, ctx.actor, input)),
});

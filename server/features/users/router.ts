import { z } from 'zod';
import { sessionEntry } from '#shared/auth.ts';
import { done } from '#shared/done.ts';
import {
  adminUser,
  adminUserDetails,
  adminUserInput,
  adminUserListInput,
  adminUserPage,
  resetTwoFactorInput,
  sessionsEnded,
  setBlockedInput,
  setRoleInput,
} from '#shared/users.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { getUserDetails } from './get-user-details.ts';
import { listUserSessions } from './list-user-sessions.ts';
import { listUsers } from './list-users.ts';
import { resetTwoFactor } from './reset-two-factor.ts';
import { sendUserResetLink } from './send-user-reset-link.ts';
import { setBlocked } from './set-blocked.ts';
import { setRole } from './set-role.ts';

export const adminUsersRouter = router({
  list: adminProcedure
    .input(adminUserListInput)
    .output(adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(adminUserInput)
    .output(adminUserDetails)
    .query(({ ctx, input }) => getUserDetails(ctx.deps.db, ctx.actor, input)),
  sessions: adminProcedure
    .input(adminUserInput)
    .output(z.array(sessionEntry))
    .query(({ ctx, input }) => listUserSessions(ctx.deps.db, ctx, input)),
  setBlocked: adminProcedure
    .input(setBlockedInput)
    .output(adminUser)
    .mutation(({ ctx, input }) => setBlocked(ctx.deps, ctx.actor, input)),
  setRole: adminProcedure
    .input(setRoleInput)
    .output(adminUser)
    .mutation(({ ctx, input }) => setRole(ctx.deps, ctx.actor, input)),
  endSessions: adminProcedure
    .input(adminUserInput)
    .output(sessionsEnded)
    .mutation(({ ctx, input }) => endUserSessions(ctx.deps, ctx.actor, input)),
  sendResetLink: adminProcedure
    .input(adminUserInput)
    .output(done)
    .mutation(({ ctx, input }) => sendUserResetLink(ctx.deps, ctx, input)),
  resetTwoFactor: adminProcedure
    .input(resetTwoFactorInput)
    .output(done)
    .mutation(({ ctx, input }) => resetTwoFactor(ctx.deps, ctx.actor, input)),
});

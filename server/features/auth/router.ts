import { z } from 'zod';
import { done, loginInput, registerInput, sessionOut } from '../../../shared/auth.ts';
import { nanosOut } from '../../../shared/numbers.ts';
import { sessionUser } from '../../../shared/users.ts';
import { protectedProcedure, publicProcedure, router } from '../../trpc.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { answerSignedIn, answerSignedOut, cookieCredentials } from './session-cookie.ts';
import { whoAmI } from './who-am-i.ts';

export const authRouter = router({
  register: publicProcedure
    .input(registerInput())
    .output(sessionOut)
    .mutation(async ({ ctx, input }) => answerSignedIn(ctx, await register(ctx.deps, ctx.client, input))),
  login: publicProcedure
    .input(loginInput)
    .output(sessionOut)
    .mutation(async ({ ctx, input }) => answerSignedIn(ctx, await login(ctx.deps, ctx.client, input))),
  refresh: publicProcedure
    .input(z.void())
    .output(sessionOut)
    .mutation(async ({ ctx }) => answerSignedIn(ctx, await refresh(ctx.deps, cookieCredentials(ctx)))),
  logout: publicProcedure
    .input(z.void())
    .output(done)
    .mutation(({ ctx }) => logout(ctx.deps, cookieCredentials(ctx)).then(() => answerSignedOut(ctx))),
  me: protectedProcedure
    .input(z.void())
    .output(sessionUser.extend({ balanceNanos: nanosOut }))
    .query(({ ctx }) => whoAmI(ctx.deps.db, ctx.actor)),
});

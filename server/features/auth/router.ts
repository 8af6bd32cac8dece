import { z } from 'zod';
import {
  changePasswordInput,
  confirmEmailInput,
  emailConfirmed,
  endSessionInput,
  forgotPasswordInput,
  loginInput,
  loginWasNotMeInput,
  loginWasNotMeOut,
  registerInput,
  resetPasswordInput,
  sessionEntry,
  sessionOut,
} from '#shared/auth.ts';
import { done } from '#shared/done.ts';
import { nanosOut } from '#shared/numbers.ts';
import {
  beginSecondFactorInput,
  begunSecondFactor,
  newRecoveryCodes,
  reauthenticateInput,
  secondFactorCodeInput,
} from '#shared/second-factor.ts';
import { profile, sessionUser, setLanguageInput, updateProfileInput } from '#shared/users.ts';
import { ownAccountProcedure, protectedProcedure, publicProcedure, router, sessionProcedure } from '../../base/trpc.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { changePassword } from './change-password.ts';
import { confirmEmail } from './confirm-email.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { endOtherSessions, endOwnSession } from './end-sessions.ts';
import { forgotPassword } from './forgot-password.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { loginWasNotMe } from './login-was-not-me.ts';
import { logout } from './logout.ts';
import { readProfile } from './read-profile.ts';
import { reauthenticate } from './reauthenticate.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { resetPassword } from './reset-password.ts';
import { answerDone, answerReset, answerSignedIn, answerSignedOut, cookieCredentials } from './session-cookie.ts';
import { setLanguage } from './set-language.ts';
import { updateProfile } from './update-profile.ts';
import { whoAmIHere } from './who-am-i.ts';

const me = sessionUser.extend({
  balanceNanos: nanosOut,
  /** Whether a second factor is on. */
  twoFactor: z.boolean(),
  /** An admin who can only set one up, because the shop requires it. */
  mustEnroll: z.boolean(),
});

/**
 * Input schemas use the default minimum length of passwords; verbs check the shop's own. Mutations without input have no schema, not
 * even `z.void()`: tRPC would parse the empty body that a client sends, and refuse `{}`.
 */
export const authRouter = router({
  register: publicProcedure
    .input(registerInput())
    .output(sessionOut)
    .mutation(({ ctx, input }) => answerSignedIn(ctx, register(ctx.deps, ctx.client, input))),
  login: publicProcedure
    .input(loginInput)
    .output(sessionOut)
    .mutation(({ ctx, input }) => answerSignedIn(ctx, login(ctx.deps, ctx.client, input))),
  refresh: publicProcedure
    .output(sessionOut)
    .mutation(({ ctx }) => answerSignedIn(ctx, refresh(ctx.deps, ctx.client, cookieCredentials(ctx)))),
  logout: publicProcedure
    .output(done)
    .mutation(({ ctx }) => answerSignedOut(ctx, logout(ctx.deps, cookieCredentials(ctx)))),
  me: ownAccountProcedure
    .input(z.void())
    .output(me)
    .query(({ ctx }) => whoAmIHere(ctx.deps.db, ctx)),
  profile: ownAccountProcedure
    .input(z.void())
    .output(profile)
    .query(({ ctx }) => readProfile(ctx.deps.db, ctx.actor)),
  updateProfile: protectedProcedure
    .input(updateProfileInput)
    .output(profile)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx, input)),
  setLanguage: sessionProcedure
    .input(setLanguageInput)
    .output(done)
    .mutation(({ ctx, input }) => answerDone(setLanguage(ctx.deps.db, ctx.actor, input))),
  confirmEmail: publicProcedure
    .input(confirmEmailInput)
    .output(emailConfirmed)
    .mutation(({ ctx, input }) => confirmEmail(ctx.deps, input)),
  changePassword: sessionProcedure
    .input(changePasswordInput())
    .output(done)
    .mutation(({ ctx, input }) => answerDone(changePassword(ctx.deps, ctx, input))),
  reauthenticate: sessionProcedure
    .input(reauthenticateInput)
    .output(done)
    .mutation(({ ctx, input }) => answerDone(reauthenticate(ctx.deps, ctx, input))),
  twoFactor: router({
    begin: sessionProcedure
      .input(beginSecondFactorInput)
      .output(begunSecondFactor)
      .mutation(({ ctx, input }) => beginSecondFactor(ctx.deps, ctx, input)),
    confirm: sessionProcedure
      .input(secondFactorCodeInput)
      .output(newRecoveryCodes)
      .mutation(({ ctx, input }) => confirmSecondFactor(ctx.deps, ctx, input)),
    disable: sessionProcedure
      .input(secondFactorCodeInput)
      .output(done)
      .mutation(({ ctx, input }) => answerDone(disableSecondFactor(ctx.deps, ctx, input))),
    recoveryCodes: sessionProcedure
      .input(secondFactorCodeInput)
      .output(newRecoveryCodes)
      .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx, input)),
  }),
  sessions: sessionProcedure
    .input(z.void())
    .output(z.array(sessionEntry))
    .query(({ ctx }) => listSessions(ctx.deps.db, ctx)),
  endSession: sessionProcedure
    .input(endSessionInput)
    .output(done)
    .mutation(({ ctx, input }) => answerDone(endOwnSession(ctx.deps, ctx.actor, input))),
  endOtherSessions: sessionProcedure.output(done).mutation(({ ctx }) => answerDone(endOtherSessions(ctx.deps, ctx))),
  forgotPassword: publicProcedure
    .input(forgotPasswordInput)
    .output(done)
    .mutation(({ ctx, input }) => answerDone(forgotPassword(ctx.deps, ctx.client, input))),
  resetPassword: publicProcedure
    .input(resetPasswordInput())
    .output(done)
    .mutation(({ ctx, input }) => answerReset(ctx, resetPassword(ctx.deps, input))),
  loginWasNotMe: publicProcedure
    .input(loginWasNotMeInput)
    .output(loginWasNotMeOut)
    .mutation(({ ctx, input }) => loginWasNotMe(ctx.deps, ctx.client, input)),
});

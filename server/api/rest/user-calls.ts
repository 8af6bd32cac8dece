import { z } from 'zod';
import {
  changePasswordInput,
  forgotPasswordInput,
  loginInput,
  registerInput,
  resetPasswordInput,
  type SessionOut,
} from '#shared/auth.ts';
import { done } from '#shared/done.ts';
import { anyPhone } from '#shared/users.ts';
import type { Context } from '../../base/context.ts';
import { assertSession } from '../../base/identity/authenticate.ts';
import type { SignedIn } from '../../base/identity/sessions.ts';
import { changePassword } from '../../features/auth/change-password.ts';
import { forgotPassword } from '../../features/auth/forgot-password.ts';
import { login } from '../../features/auth/login.ts';
import { refresh } from '../../features/auth/refresh.ts';
import { register } from '../../features/auth/register.ts';
import { resetPassword } from '../../features/auth/reset-password.ts';
import { answerDone, answerReset, answerSignedIn, cookieCredentials } from '../../features/auth/session-cookie.ts';
import { whoAmI } from '../../features/auth/who-am-i.ts';
import { countUsers } from '../../features/users/count-users.ts';
import { listUsers } from '../../features/users/list-users.ts';
import { getBalance } from '../../features/wallet/get-balance.ts';
import { type Call, defineCall } from './call.ts';
import type { Reply } from './envelope.ts';
import { pageQuery, readPage } from './parameters.ts';
import { presentOwnUser, presentUser } from './present.ts';
import { ownUser, tokens, type UserShape } from './shapes.ts';
import { updateUserCall } from './update-user-call.ts';

const signedIn = z.object({ data: ownUser, tokens }).meta({ id: 'SignedIn' });

export const userCalls: Call[] = [
  defineCall('public', {
    method: 'POST',
    path: '/api/v1/user/login',
    summary: 'Log in by user name or email; sets the refresh cookie',
    procedure: 'auth.login',
    refusals: ['invalid_credentials', 'second_factor_required', 'wrong_code', 'blocked', 'too_many_requests', 'busy'],
    message: 'Logged in successfully.',
    body: loginInput.strip(),
    example: { userName: 'karim', password: 'correct horse battery' },
    data: signedIn,
    run: ({ ctx, deps, body }) => replySignedIn(ctx, login(deps, ctx.client, body)),
  }),
  defineCall('public', {
    method: 'POST',
    path: '/api/v1/user/register',
    summary: 'Register and log in; sets the refresh cookie',
    procedure: 'auth.register',
    refusals: ['user_name_taken', 'email_taken', 'too_many_requests', 'busy'],
    message: 'Registered successfully.',
    body: registerInput().safeExtend({ phone: anyPhone }).strip(),
    example: {
      userName: 'karim',
      name: 'Karim Mia',
      email: 'karim@example.com',
      phone: '+8801800000000',
      password: 'correct horse battery',
      confirmPassword: 'correct horse battery',
    },
    data: signedIn,
    run: ({ ctx, deps, body }) => replySignedIn(ctx, register(deps, ctx.client, body)),
  }),
  defineCall('user', {
    method: 'GET',
    path: '/api/v1/user/profile',
    summary: "The caller's own record and balance",
    procedure: 'auth.me',
    message: 'Profile',
    data: ownUser,
    run: async ({ deps, actor }) => ({ data: await ownRecord(whoAmI(deps.db, actor)) }),
  }),
  defineCall('admin', {
    method: 'GET',
    path: '/api/v1/user/getAll',
    summary: 'All users, newest first',
    procedure: 'admin.users.list',
    message: 'Users',
    isList: true,
    query: pageQuery,
    data: z.array(ownUser),
    async run({ deps: { db }, actor, query }) {
      const { rows, meta } = await readPage(
        query,
        (window) => listUsers(db, actor, { ...window, sort: 'newest' }),
        () => countUsers(db, actor),
      );
      return { data: rows.map(presentUser), meta };
    },
  }),
  updateUserCall,
  defineCall('user', {
    method: 'PUT',
    path: '/api/v1/user/changePassword',
    summary: "Change the caller's password; ends their other sessions",
    procedure: 'auth.changePassword',
    refusals: ['wrong_password', 'too_many_requests', 'busy'],
    message: 'Password changed successfully.',
    body: changePasswordInput().strip(),
    example: { currentPassword: 'correct horse battery', newPassword: 'a longer one by far' },
    data: done,
    async run({ deps, body, ...who }) {
      assertSession(who);
      return { data: await answerDone(changePassword(deps, who, body)) };
    },
  }),
  defineCall('public', {
    method: 'POST',
    path: '/api/v1/user/forgotPassword',
    summary: 'Send a link to choose a new password; the answer is the same whether the address is known or not',
    procedure: 'auth.forgotPassword',
    refusals: ['too_many_requests'],
    message: 'Please check the given email for the reset code',
    body: forgotPasswordInput.strip(),
    example: { email: 'karim@example.com' },
    data: done,
    run: async ({ ctx, deps, body }) => ({ data: await answerDone(forgotPassword(deps, ctx.client, body)) }),
  }),
  defineCall('public', {
    method: 'POST',
    path: '/api/v1/user/resetPassword/{token}',
    summary: 'Set a new password by the token of a mailed link; ends all sessions',
    procedure: 'auth.resetPassword',
    refusals: ['reset_token_invalid', 'busy'],
    message: 'Password has been reset!',
    params: resetPasswordInput().pick({ token: true }).strip(),
    body: resetPasswordInput().pick({ password: true }).strip(),
    example: { password: 'a longer one by far' },
    data: done,
    run: async ({ ctx, deps, params, body }) => ({
      data: await answerReset(ctx, resetPassword(deps, { ...params, ...body })),
    }),
  }),
];

async function replySignedIn(ctx: Context, signingIn: Promise<SignedIn>): Promise<Reply<z.input<typeof signedIn>>> {
  const session: SessionOut = await answerSignedIn(ctx, signingIn);
  const { balanceNanos } = await getBalance(ctx.deps.db, session.user);
  return { data: { data: presentOwnUser(session.user, balanceNanos), tokens: session.tokens } };
}

async function ownRecord(reading: ReturnType<typeof whoAmI>): Promise<UserShape> {
  const { balanceNanos, ...user } = await reading;
  return presentOwnUser(user, balanceNanos);
}

/** Older clients replace their whole stored token object with `data.data.accessToken`; hence the odd response. */
export const refreshCall: Call = defineCall('public', {
  method: 'POST',
  path: '/refresh',
  summary:
    'Trade the refresh cookie for a new access token; only from the panel itself or a configured origin, which a program names in the header `Origin`',
  procedure: 'auth.refresh',
  refusals: ['foreign_origin', 'session_ended', 'blocked'],
  message: 'Token refreshed',
  takesCookie: true,
  data: z.object({ accessToken: z.string(), data: z.object({ accessToken: tokens }) }),
  async run({ ctx, deps }) {
    const { accessToken } = (await answerSignedIn(ctx, refresh(deps, ctx.client, cookieCredentials(ctx)))).tokens;
    return { data: { accessToken, data: { accessToken: { accessToken } } } };
  },
});

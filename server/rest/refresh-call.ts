import { z } from 'zod';
import { refresh } from '../features/auth/refresh.ts';
import { answerSignedIn, cookieCredentials } from '../features/auth/session-cookie.ts';
import { type Call, publicCall } from './call.ts';
import { tokens } from './shapes.ts';

/** Older clients put `data.data.accessToken` in the place of their whole stored token object; hence the odd answer. */
export const refreshCall: Call = publicCall({
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

import { z } from 'zod';
import {
  createdKey,
  createKeyInput,
  keyCallPage,
  keyCallsInput,
  keyIdInput,
  keyList,
  keyRevoked,
  keysRevoked,
} from '#shared/keys.ts';
import { recentLoginProcedure, router, sessionProcedure } from '../../base/trpc.ts';
import { createKey } from './create-key.ts';
import { listKeyCalls } from './list-key-calls.ts';
import { listKeys } from './list-keys.ts';
import { revokeAllKeys, revokeKey } from './revoke-keys.ts';
import { rollKey } from './roll-key.ts';

/** Closed to keys: a key makes and revokes none. */
export const keysRouter = router({
  list: sessionProcedure
    .input(z.void())
    .output(keyList)
    .query(({ ctx }) => listKeys(ctx.deps.db, ctx.actor)),
  calls: sessionProcedure
    .input(keyCallsInput)
    .output(keyCallPage)
    .query(({ ctx, input }) => listKeyCalls(ctx.deps, ctx.actor, input)),
  create: recentLoginProcedure
    .input(createKeyInput)
    .output(createdKey)
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx, input)),
  roll: recentLoginProcedure
    .input(keyIdInput)
    .output(createdKey)
    .mutation(({ ctx, input }) => rollKey(ctx.deps, ctx, input)),
  revoke: sessionProcedure
    .input(keyIdInput)
    .output(keyRevoked)
    .mutation(({ ctx, input }) => revokeKey(ctx.deps, ctx.actor, input)),
  revokeAll: sessionProcedure.output(keysRevoked).mutation(({ ctx }) => revokeAllKeys(ctx.deps, ctx.actor)),
});

import { lastBackupOut, outgoingOut, resumeOutgoingInput } from '#shared/backups.ts';
import { done } from '#shared/done.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { getLastBackup } from './get-last-backup.ts';
import { getOutgoing } from './get-outgoing.ts';
import { resumeAsAdmin } from './resume-as-admin.ts';

export const adminOutgoingRouter = router({
  get: adminProcedure.output(outgoingOut).query(({ ctx }) => getOutgoing(ctx.deps.db, ctx.actor)),
  release: adminProcedure
    .input(resumeOutgoingInput)
    .output(done)
    .mutation(({ ctx, input }) => resumeAsAdmin(ctx.deps, ctx.actor, input)),
});

export const adminBackupsRouter = router({
  last: adminProcedure.output(lastBackupOut).query(({ ctx }) => getLastBackup(ctx.deps, ctx.actor)),
});

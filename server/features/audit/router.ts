import { auditListInput, auditPage } from '#shared/audit.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { listAudit } from './list-audit.ts';

export const adminAuditRouter = router({
  list: adminProcedure
    .input(auditListInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx.deps.db, ctx.actor, input)),
});

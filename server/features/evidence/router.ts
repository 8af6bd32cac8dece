import { done } from '#shared/done.ts';
import {
  automaticMethod,
  automaticOut,
  evidenceIdInput,
  evidenceListInput,
  evidencePage,
  saveWordingInput,
  setAutomaticInput,
  wording,
  wordingsOut,
  wordingTrial,
} from '#shared/evidence.ts';
import {
  importedStatement,
  importStatementInput,
  MAX_STATEMENT_CHARACTERS,
  statementMappingOut,
  statementProviderInput,
} from '#shared/statement-file.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { listAutomatic, setAutomatic } from './automatic.ts';
import { balanceIsRight } from './balance-is-right.ts';
import { getStatementMapping, importStatement } from './import-statement.ts';
import { listEvidence } from './list-evidence.ts';
import { saveWording, tryWording } from './save-wording.ts';
import { listWordings } from './wording-rows.ts';

export const adminEvidenceRouter = router({
  list: adminProcedure
    .input(evidenceListInput)
    .output(evidencePage)
    .query(({ ctx, input }) => listEvidence(ctx.deps.db, ctx.actor, input)),
  wordings: adminProcedure.output(wordingsOut).query(({ ctx }) => listWordings(ctx.deps.db, ctx.actor)),
  tryWording: adminProcedure
    .input(saveWordingInput)
    .output(wordingTrial)
    .query(({ ctx, input }) => tryWording(ctx.deps.db, ctx.actor, input)),
  saveWording: adminProcedure
    .input(saveWordingInput)
    .output(wording)
    .mutation(({ ctx, input }) => saveWording(ctx.deps, ctx.actor, input)),
  automatic: adminProcedure.output(automaticOut).query(({ ctx }) => listAutomatic(ctx.deps.db, ctx.actor)),
  setAutomatic: adminProcedure
    .input(setAutomaticInput)
    .output(automaticMethod)
    .mutation(({ ctx, input }) => setAutomatic(ctx.deps, ctx.actor, input)),
  balanceIsRight: adminProcedure
    .input(evidenceIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await balanceIsRight(ctx.deps, ctx.actor, input);
      return { ok: true };
    }),
  mapping: adminProcedure
    .input(statementProviderInput)
    .output(statementMappingOut)
    .query(({ ctx, input }) => getStatementMapping(ctx.deps.db, ctx.actor, input)),
  import: adminProcedure
    .meta({ longInput: { ofAdminsUpToBytes: 2 * MAX_STATEMENT_CHARACTERS + 64 * 1024 } })
    .input(importStatementInput)
    .output(importedStatement)
    .mutation(({ ctx, input }) => importStatement(ctx.deps, ctx.actor, input)),
});

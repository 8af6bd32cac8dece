import { z } from 'zod';
import { adminProcedure, keyedAdminProcedure, router } from '#server/base/trpc.ts';
import { stillRunning } from '#shared/background-calls.ts';
import {
  accepted,
  acceptInput,
  fetchedList,
  fetchListInput,
  proposalInput,
  proposalPage,
} from '#shared/supplier-catalogue.ts';
import {
  categoryWordList,
  setCategoryWordsInput,
  setSupplierRulesInput,
  supplierRules,
} from '#shared/supplier-rules.ts';
import { callInBackground } from '../../../base/queue/call-background.ts';
import { acceptLines } from './accept-lines.ts';
import { listCategoryWords, setCategoryWords } from './category-words.ts';
import { readProposal } from './read-proposal.ts';
import { readRules, setRules } from './rules.ts';

/** The lists of suppliers: `admin.suppliers.…`, merged with the suppliers' own procedures. */
export const adminCatalogueRouter = router({
  fetch: adminProcedure
    .input(fetchListInput)
    .output(fetchedList.or(stillRunning))
    .mutation(({ ctx: { deps, actor }, input }) => callInBackground(deps, { kind: 'suppliers.fetch', actor, input })),
  proposal: adminProcedure
    .input(proposalInput)
    .output(proposalPage)
    .query(({ ctx, input }) => readProposal(ctx.deps.db, ctx.actor, input)),
  accept: keyedAdminProcedure
    .input(acceptInput)
    .output(accepted)
    .mutation(({ ctx, input }) => acceptLines(ctx.deps, ctx.actor, input)),
  rules: adminProcedure
    .input(z.void())
    .output(supplierRules)
    .query(({ ctx }) => readRules(ctx.deps.db, ctx.actor)),
  setRules: adminProcedure
    .input(setSupplierRulesInput)
    .output(supplierRules)
    .mutation(({ ctx, input }) => setRules(ctx.deps, ctx.actor, input)),
  categoryWords: adminProcedure
    .input(z.void())
    .output(categoryWordList)
    .query(({ ctx }) => listCategoryWords(ctx.deps.db, ctx.actor)),
  setCategoryWords: adminProcedure
    .input(setCategoryWordsInput)
    .output(categoryWordList)
    .mutation(({ ctx, input }) => setCategoryWords(ctx.deps.db, ctx.actor, input)),
});

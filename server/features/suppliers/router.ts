import { z } from 'zod';
import { stillRunning } from '#shared/background-calls.ts';
import { qualityInput, qualityOut } from '#shared/supplier-quality.ts';
import { refusalWordsOut, setRefusalWordsInput, setStatusWordsInput, statusWordsOut } from '#shared/supplier-status.ts';
import {
  paidIn,
  payInInput,
  savedSupplier,
  saveSupplierInput,
  stopSupplierInput,
  supplierCallPage,
  supplierCallsInput,
  supplierEntriesInput,
  supplierEntryPage,
  supplierIdInput,
  supplierList,
  supplierWithFigures,
  testedSupplier,
} from '#shared/suppliers.ts';
import { callInBackground } from '../../base/queue/call-background.ts';
import { adminProcedure, keyedAdminProcedure, router } from '../../base/trpc.ts';
import { listSupplierCalls } from './list-calls.ts';
import { listSupplierEntries } from './list-entries.ts';
import { getSupplier, listSuppliers } from './list-suppliers.ts';
import { payIn } from './pay-in.ts';
import { readQuality } from './read-quality.ts';
import { getRefusalWords, setRefusalWords } from './refusal-words.ts';
import { saveSupplier } from './save-supplier.ts';
import { readStatusWords, setStatusWords } from './status-words.ts';
import { resumeSupplier, stopByHand } from './stop-and-resume.ts';

export const adminSuppliersRouter = router({
  list: adminProcedure
    .input(z.void())
    .output(supplierList)
    .query(({ ctx }) => listSuppliers(ctx.deps.db, ctx.actor)),
  get: adminProcedure
    .input(supplierIdInput)
    .output(supplierWithFigures)
    .query(({ ctx, input }) => getSupplier(ctx.deps.db, ctx.actor, input)),
  save: keyedAdminProcedure
    .input(saveSupplierInput)
    .output(savedSupplier)
    .mutation(({ ctx, input }) => saveSupplier(ctx.deps, ctx.actor, input)),
  test: adminProcedure
    .input(supplierIdInput)
    .output(testedSupplier.or(stillRunning))
    .mutation(({ ctx: { deps, actor }, input }) => callInBackground(deps, { kind: 'suppliers.test', actor, input })),
  stop: adminProcedure
    .input(stopSupplierInput)
    .output(savedSupplier)
    .mutation(({ ctx, input }) => stopByHand(ctx.deps, ctx.actor, input)),
  resume: adminProcedure
    .input(supplierIdInput)
    .output(savedSupplier)
    .mutation(({ ctx, input }) => resumeSupplier(ctx.deps, ctx.actor, input)),
  calls: adminProcedure
    .input(supplierCallsInput)
    .output(supplierCallPage)
    .query(({ ctx, input }) => listSupplierCalls(ctx.deps.db, ctx.actor, input)),
  entries: adminProcedure
    .input(supplierEntriesInput)
    .output(supplierEntryPage)
    .query(({ ctx, input }) => listSupplierEntries(ctx.deps.db, ctx.actor, input)),
  quality: adminProcedure
    .input(qualityInput)
    .output(qualityOut)
    .query(({ ctx, input }) => readQuality(ctx.deps.db, ctx.actor, input)),
  statusWords: adminProcedure
    .input(z.void())
    .output(statusWordsOut)
    .query(({ ctx }) => readStatusWords(ctx.deps.db, ctx.actor)),
  setStatusWords: adminProcedure
    .input(setStatusWordsInput)
    .output(statusWordsOut)
    .mutation(({ ctx, input }) => setStatusWords(ctx.deps, ctx.actor, input)),
  refusalWords: adminProcedure
    .input(z.void())
    .output(refusalWordsOut)
    .query(({ ctx }) => getRefusalWords(ctx.deps.db, ctx.actor)),
  setRefusalWords: adminProcedure
    .input(setRefusalWordsInput)
    .output(refusalWordsOut)
    .mutation(({ ctx, input }) => setRefusalWords(ctx.deps, ctx.actor, input)),
  payIn: keyedAdminProcedure
    .input(payInInput)
    .output(paidIn)
    .mutation(({ ctx, input }) => payIn(ctx.deps, ctx.actor, input)),
});

import { readReferenceInput, referenceReading } from '#shared/balance.ts';
import { linkReading, readLinkInput } from '#shared/links.ts';
import { readReference } from '#shared/paste/reference.ts';
import { publicProcedure, router } from '../../base/trpc.ts';
import { readPastedLink } from './read-link.ts';

export const linksRouter = router({
  read: publicProcedure
    .input(readLinkInput)
    .output(linkReading)
    .query(({ ctx, input }) => readPastedLink(ctx.deps.db, input)),
});

export const referencesRouter = router({
  read: publicProcedure
    .input(readReferenceInput)
    .output(referenceReading)
    .query(({ input }) => {
      const read = readReference(input.text, input.method);
      return 'problem' in read ? { reference: null, unusual: false, problem: read.problem } : read;
    }),
});

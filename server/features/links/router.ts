import { linkReading, readLinkInput } from '#shared/links.ts';
import { publicProcedure, router } from '../../base/trpc.ts';
import { readPastedLink } from './read-link.ts';

export const linksRouter = router({
  read: publicProcedure
    .input(readLinkInput)
    .output(linkReading)
    .query(({ ctx, input }) => readPastedLink(ctx.deps.db, input)),
});

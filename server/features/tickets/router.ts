import { z } from 'zod';
import { done } from '#shared/done.ts';
import { savedReply, savedReplyIdInput, saveReplyInput } from '#shared/saved-replies.ts';
import {
  adminTicket,
  adminTicketListInput,
  adminTicketPage,
  adminTicketWithMessages,
  getTicketInput,
  nextTicketOut,
  openTicketInput,
  replyToTicketInput,
  ticketIdInput,
  ticketListInput,
  ticketOut,
  ticketPage,
  ticketWithMessages,
} from '#shared/tickets.ts';
import { adminProcedure, keyedAdminProcedure, keyedProcedure, protectedProcedure, router } from '../../base/trpc.ts';
import { closeAnyTicket, closeTicket } from './close-ticket.ts';
import { deleteSavedReply } from './delete-saved-reply.ts';
import { getAnyTicket, getTicket } from './get-ticket.ts';
import { listAllTickets } from './list-all-tickets.ts';
import { listSavedReplies } from './list-saved-replies.ts';
import { listTickets } from './list-tickets.ts';
import { nextTicket } from './next-ticket.ts';
import { openTicket } from './open-ticket.ts';
import { reopenTicket } from './reopen-ticket.ts';
import { answerTicket, replyToTicket } from './reply-to-ticket.ts';
import { saveReply } from './save-reply.ts';

export const ticketsRouter = router({
  open: keyedProcedure
    .input(openTicketInput)
    .output(ticketOut)
    .mutation(({ ctx, input }) => openTicket(ctx.deps, ctx.actor, input)),
  list: protectedProcedure
    .input(ticketListInput)
    .output(ticketPage)
    .query(({ ctx, input }) => listTickets(ctx.deps.db, ctx.actor, input)),
  get: protectedProcedure
    .input(getTicketInput)
    .output(ticketWithMessages)
    .query(({ ctx, input }) => getTicket(ctx.deps.db, ctx.actor, input)),
  reply: keyedProcedure
    .input(replyToTicketInput)
    .output(ticketOut)
    .mutation(({ ctx, input }) => replyToTicket(ctx.deps, ctx.actor, input)),
  close: protectedProcedure
    .input(ticketIdInput)
    .output(ticketOut)
    .mutation(({ ctx, input }) => closeTicket(ctx.deps, ctx.actor, input)),
  reopen: protectedProcedure
    .input(ticketIdInput)
    .output(ticketOut)
    .mutation(({ ctx, input }) => reopenTicket(ctx.deps, ctx.actor, input)),
});

export const adminSavedRepliesRouter = router({
  list: adminProcedure.output(z.array(savedReply)).query(({ ctx }) => listSavedReplies(ctx.deps.db, ctx.actor)),
  save: adminProcedure
    .input(saveReplyInput)
    .output(savedReply)
    .mutation(({ ctx, input }) => saveReply(ctx.deps.db, ctx.actor, input)),
  delete: adminProcedure
    .input(savedReplyIdInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteSavedReply(ctx.deps.db, ctx.actor, input)),
});

export const adminTicketsRouter = router({
  list: adminProcedure
    .input(adminTicketListInput)
    .output(adminTicketPage)
    .query(({ ctx, input }) => listAllTickets(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(getTicketInput)
    .output(adminTicketWithMessages)
    .query(({ ctx, input }) => getAnyTicket(ctx.deps.db, ctx.actor, input)),
  next: adminProcedure
    .input(ticketIdInput)
    .output(nextTicketOut)
    .query(({ ctx, input }) => nextTicket(ctx.deps.db, ctx.actor, input)),
  reply: keyedAdminProcedure
    .input(replyToTicketInput)
    .output(adminTicket)
    .mutation(({ ctx, input }) => answerTicket(ctx.deps, ctx.actor, input)),
  close: adminProcedure
    .input(ticketIdInput)
    .output(adminTicket)
    .mutation(({ ctx, input }) => closeAnyTicket(ctx.deps, ctx.actor, input)),
});

import { adminProcedure, keyedAdminProcedure, keyedProcedure, protectedProcedure, router } from '#server/base/trpc.ts';
import {
  adminRequest,
  adminRequestFilter,
  adminRequestListInput,
  adminRequestMatchingInput,
  adminRequestPage,
  adminRequestWithEvents,
  checkedOrders,
  checkRequestsInput,
  decideRequestInput,
  filedRequests,
  fileRequestsInput,
} from '#shared/admin-requests.ts';
import {
  askableInput,
  askableOrders,
  askInput,
  orderRequest,
  requestListInput,
  requestPage,
} from '#shared/order-requests.ts';
import { orderIdInput } from '#shared/orders.ts';
import { boundedCount } from '#shared/review-queue.ts';
import { askRequest } from './ask-request.ts';
import { decideRequest } from './decide-request.ts';
import { checkRequests, fileRequests } from './file-requests.ts';
import { countMatchingRequests, getRequest, listAllRequests } from './list-all-requests.ts';
import { listRequests } from './list-requests.ts';
import { readAskable } from './read-askable.ts';

/** Part of `orders`. */
export const requestsRouter = router({
  request: keyedProcedure
    .input(askInput)
    .output(orderRequest)
    .mutation(({ ctx, input }) => askRequest(ctx.deps, ctx.actor, input)),
  requests: protectedProcedure
    .input(requestListInput)
    .output(requestPage)
    .query(({ ctx, input }) => listRequests(ctx.deps.db, ctx.actor, input)),
  askable: protectedProcedure
    .input(askableInput)
    .output(askableOrders)
    .query(({ ctx, input }) => readAskable(ctx.deps.db, ctx.actor, input)),
});

export const adminRequestsRouter = router({
  list: adminProcedure
    .input(adminRequestListInput)
    .output(adminRequestPage)
    .query(({ ctx, input }) => listAllRequests(ctx.deps.db, ctx.actor, input)),
  count: adminProcedure
    .input(adminRequestFilter)
    .output(boundedCount)
    .query(({ ctx, input }) => countMatchingRequests(ctx.deps.db, ctx.actor, input)),
  matching: adminProcedure
    .input(adminRequestMatchingInput)
    .output(adminRequestPage)
    .query(({ ctx, input }) => listAllRequests(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(orderIdInput)
    .output(adminRequestWithEvents)
    .query(({ ctx, input }) => getRequest(ctx.deps.db, ctx.actor, input)),
  decide: keyedAdminProcedure
    .input(decideRequestInput)
    .output(adminRequest)
    .mutation(({ ctx, input }) => decideRequest(ctx.deps, ctx.actor, input)),
  check: adminProcedure
    .input(checkRequestsInput)
    .output(checkedOrders)
    .query(({ ctx, input }) => checkRequests(ctx.deps.db, ctx.actor, input)),
  file: keyedAdminProcedure
    .input(fileRequestsInput)
    .output(filedRequests)
    .mutation(({ ctx, input }) => fileRequests(ctx.deps, ctx.actor, input)),
});

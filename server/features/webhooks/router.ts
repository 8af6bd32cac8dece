import { z } from 'zod';
import {
  changedWebhook,
  createdWebhook,
  createWebhookInput,
  deletedWebhook,
  deliveriesInput,
  deliveryPage,
  queuedDelivery,
  replayInput,
  rolledSecret,
  updateWebhookInput,
  webhookIdInput,
  webhookList,
} from '#shared/webhooks.ts';
import { protectedProcedure, recentLoginProcedure, router } from '../../base/trpc.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { replayDelivery } from './replay-delivery.ts';
import { rollSecret } from './roll-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

export const webhooksRouter = router({
  list: protectedProcedure
    .input(z.void())
    .output(webhookList)
    .query(({ ctx }) => listWebhooks(ctx.deps.db, ctx.actor)),
  create: recentLoginProcedure
    .input(createWebhookInput)
    .output(createdWebhook)
    .mutation(({ ctx, input }) => createWebhook(ctx.deps, ctx.actor, input)),
  update: recentLoginProcedure
    .input(updateWebhookInput)
    .output(changedWebhook)
    .mutation(({ ctx, input }) => updateWebhook(ctx.deps, ctx.actor, input)),
  rollSecret: recentLoginProcedure
    .input(webhookIdInput)
    .output(rolledSecret)
    .mutation(({ ctx, input }) => rollSecret(ctx.deps, ctx.actor, input)),
  delete: protectedProcedure
    .input(webhookIdInput)
    .output(deletedWebhook)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.deps.db, ctx.actor, input)),
  test: protectedProcedure
    .input(webhookIdInput)
    .output(queuedDelivery)
    .mutation(({ ctx, input }) => testWebhook(ctx.deps, ctx.actor, input)),
  deliveries: protectedProcedure
    .input(deliveriesInput)
    .output(deliveryPage)
    .query(({ ctx, input }) => listDeliveries(ctx.deps.db, ctx.actor, input)),
  replay: protectedProcedure
    .input(replayInput)
    .output(queuedDelivery)
    .mutation(({ ctx, input }) => replayDelivery(ctx.deps, ctx.actor, input)),
});

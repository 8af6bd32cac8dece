import { z } from 'zod';
import { done } from '#shared/done.ts';
import { paymentMethod, paymentMethodIdInput, savePaymentMethodInput } from '#shared/payment-methods.ts';
import { pageTexts, pageTextsInput, publicSettings, settingsFields, updateSettingsInput } from '#shared/settings.ts';
import { adminProcedure, publicProcedure, router } from '../../base/trpc.ts';
import { deletePaymentMethod } from './delete-payment-method.ts';
import { getPageTexts, getPublicSettings, getSettings } from './get-settings.ts';
import { listPaymentMethods } from './list-payment-methods.ts';
import { savePaymentMethod } from './save-payment-method.ts';
import { updateSettings } from './update-settings.ts';

export const settingsRouter = router({
  public: publicProcedure
    .meta({ cached: { until: 'settings' } })
    .output(publicSettings)
    .query(({ ctx }) => getPublicSettings(ctx.deps.db, ctx.deps.config)),
  pageTexts: publicProcedure
    .meta({ cached: { until: 'settings' } })
    .input(pageTextsInput)
    .output(pageTexts)
    .query(({ ctx, input }) => getPageTexts(ctx.deps.db, input)),
});

export const adminSettingsRouter = router({
  get: adminProcedure.output(settingsFields).query(({ ctx }) => getSettings(ctx.deps.db, ctx.actor)),
  update: adminProcedure
    // The pages' texts in each language, and the same as they were seen.
    .meta({ longInput: { ofAdminsUpToBytes: 512 * 1024 } })
    .input(updateSettingsInput)
    .output(settingsFields)
    .mutation(({ ctx, input }) => updateSettings(ctx.deps, ctx.actor, input)),
});

export const adminPaymentMethodsRouter = router({
  list: adminProcedure.output(z.array(paymentMethod)).query(({ ctx }) => listPaymentMethods(ctx.deps.db, ctx.actor)),
  save: adminProcedure
    .input(savePaymentMethodInput)
    .output(paymentMethod)
    .mutation(({ ctx, input }) => savePaymentMethod(ctx.deps, ctx.actor, input)),
  delete: adminProcedure
    .input(paymentMethodIdInput)
    .output(done)
    .mutation(({ ctx, input }) => deletePaymentMethod(ctx.deps.db, ctx.actor, input)),
});

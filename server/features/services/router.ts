import { z } from 'zod';
import {
  adminServiceListInput,
  adminServiceOut,
  adminServicePage,
  changePricesInput,
  previewPricesInput,
  pricesPreview,
  reorderInput,
  resetOrderInput,
  setHiddenInput,
} from '#shared/admin-services.ts';
import { importServicesInput, MAX_CATALOGUE_CHARACTERS } from '#shared/catalogue-file.ts';
import { changeManyInput, manyPreview, previewManyInput } from '#shared/change-services.ts';
import { done } from '#shared/done.ts';
import { id } from '#shared/numbers.ts';
import {
  createServiceInput,
  serviceIdInput,
  serviceListInput,
  serviceOut,
  servicePage,
  setFavouriteInput,
  slowService,
  updateServiceInput,
} from '#shared/services.ts';
import { categoryCount } from '#shared/shop-categories.ts';
import {
  servicePricePage,
  servicePricesInput,
  serviceSourcing,
  setPriceRuleInput,
  setSourcesInput,
  sourceInput,
} from '#shared/supplier-catalogue.ts';
import { adminProcedure, keyedAdminProcedure, protectedProcedure, publicProcedure, router } from '../../base/trpc.ts';
import { changePrices, previewPrices } from './change-prices.ts';
import { changeMany, previewMany } from './change-services.ts';
import { createService } from './create-service.ts';
import { deleteService } from './delete-service.ts';
import { getAnyService, getService } from './get-service.ts';
import { importServices, parseImported } from './import-services.ts';
import { listAllServices } from './list-all-services.ts';
import { listCategories } from './list-categories.ts';
import { listFavourites } from './list-favourites.ts';
import { listPrices } from './list-prices.ts';
import { listServices } from './list-services.ts';
import { listSlowServices } from './list-slow-services.ts';
import { readSources } from './read-sources.ts';
import { reorderServices, resetOrder } from './reorder-services.ts';
import { setFavourite } from './set-favourite.ts';
import { setHidden } from './set-hidden.ts';
import { setPriceRule } from './set-price-rule.ts';
import { setSourcePaused } from './set-source-paused.ts';
import { setSources } from './set-sources.ts';
import { updateService } from './update-service.ts';

export const servicesRouter = router({
  list: publicProcedure
    .meta({ cached: { until: 'services', except: ['search', 'cursor', 'favourites'] } })
    .input(serviceListInput)
    .output(servicePage)
    .query(async ({ ctx, input }) =>
      listServices(ctx.deps.db, input, {
        actor: input.favourites ? (await ctx.authenticate()).actor : undefined,
        forgiving: true,
      }),
    ),
  get: publicProcedure
    .input(serviceIdInput)
    .output(serviceOut)
    .query(({ ctx, input }) => getService(ctx.deps.db, input)),
  categories: publicProcedure
    .meta({ cached: { until: 'services' } })
    .output(z.array(categoryCount))
    .query(({ ctx }) => listCategories(ctx.deps.db)),
  favourites: protectedProcedure.output(z.array(id)).query(({ ctx }) => listFavourites(ctx.deps.db, ctx.actor)),
  setFavourite: protectedProcedure
    .input(setFavouriteInput)
    .output(done)
    .mutation(({ ctx, input }) => setFavourite(ctx.deps.db, ctx.actor, input)),
});

export const adminServicesRouter = router({
  list: adminProcedure
    .input(adminServiceListInput)
    .output(adminServicePage)
    .query(({ ctx, input }) => listAllServices(ctx.deps.db, ctx.actor, input)),
  get: adminProcedure
    .input(serviceIdInput)
    .output(adminServiceOut)
    .query(({ ctx, input }) => getAnyService(ctx.deps.db, ctx.actor, input)),
  slow: adminProcedure.output(z.array(slowService)).query(({ ctx }) => listSlowServices(ctx.deps.db, ctx.actor)),
  create: keyedAdminProcedure
    .input(createServiceInput)
    .output(serviceOut)
    .mutation(({ ctx, input }) => createService(ctx.deps, ctx.actor, input)),
  update: adminProcedure
    .input(updateServiceInput)
    .output(serviceOut)
    .mutation(({ ctx, input }) => updateService(ctx.deps, ctx.actor, input)),
  delete: adminProcedure
    .input(serviceIdInput)
    .output(done)
    .mutation(({ ctx, input }) => deleteService(ctx.deps, ctx.actor, input)),
  import: adminProcedure
    // JSON writes two characters for a quote or a line break, and a file may consist of them.
    .meta({ longInput: { ofAdminsUpToBytes: 2 * MAX_CATALOGUE_CHARACTERS + 64 * 1024 } })
    .input(importServicesInput)
    .output(parseImported)
    .mutation(({ ctx, input }) => importServices(ctx.deps, ctx.actor, input)),
  setHidden: adminProcedure
    .input(setHiddenInput)
    .output(done)
    .mutation(({ ctx, input }) => setHidden(ctx.deps, ctx.actor, input)),
  reorder: adminProcedure
    .input(reorderInput)
    .output(done)
    .mutation(({ ctx, input }) => reorderServices(ctx.deps, ctx.actor, input)),
  resetOrder: adminProcedure
    .input(resetOrderInput)
    .output(done)
    .mutation(({ ctx, input }) => resetOrder(ctx.deps, ctx.actor, input)),
  previewPrices: adminProcedure
    .input(previewPricesInput)
    .output(pricesPreview)
    .query(({ ctx, input }) => previewPrices(ctx.deps.db, ctx.actor, input)),
  changePrices: adminProcedure
    .input(changePricesInput)
    .output(done)
    .mutation(({ ctx, input }) => changePrices(ctx.deps, ctx.actor, input)),
  previewMany: adminProcedure
    .input(previewManyInput)
    .output(manyPreview)
    .query(({ ctx, input }) => previewMany(ctx.deps.db, ctx.actor, input)),
  changeMany: keyedAdminProcedure
    .input(changeManyInput)
    .output(done)
    .mutation(({ ctx, input }) => changeMany(ctx.deps, ctx.actor, input)),
  prices: adminProcedure
    .input(servicePricesInput)
    .output(servicePricePage)
    .query(({ ctx, input }) => listPrices(ctx.deps.db, ctx.actor, input)),
  sources: adminProcedure
    .input(serviceIdInput)
    .output(serviceSourcing)
    .query(({ ctx, input }) => readSources(ctx.deps.db, ctx.actor, input)),
  setSources: adminProcedure
    .input(setSourcesInput)
    .output(serviceSourcing)
    .mutation(({ ctx, input }) => setSources(ctx.deps, ctx.actor, input)),
  pauseSource: adminProcedure
    .input(sourceInput)
    .output(serviceSourcing)
    .mutation(({ ctx, input }) => setSourcePaused(ctx.deps, ctx.actor, input, true)),
  resumeSource: adminProcedure
    .input(sourceInput)
    .output(serviceSourcing)
    .mutation(({ ctx, input }) => setSourcePaused(ctx.deps, ctx.actor, input, false)),
  setPriceRule: adminProcedure
    .input(setPriceRuleInput)
    .output(serviceSourcing)
    .mutation(({ ctx, input }) => setPriceRule(ctx.deps, ctx.actor, input)),
});

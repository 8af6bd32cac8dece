import {
  mergeCategoriesInput,
  reorderCategoriesInput,
  saveCategoryInput,
  setCategoryHiddenInput,
  shopCategory,
  shopCategoryList,
} from '#shared/shop-categories.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { listCategories } from './list-categories.ts';
import { mergeCategories } from './merge-categories.ts';
import { reorderCategories, setCategoryHidden } from './reorder-categories.ts';
import { saveCategory } from './save-category.ts';

export const adminCategoriesRouter = router({
  list: adminProcedure.output(shopCategoryList).query(({ ctx }) => listCategories(ctx.deps.db, ctx.actor)),
  save: adminProcedure
    .input(saveCategoryInput)
    .output(shopCategory)
    .mutation(({ ctx, input }) => saveCategory(ctx.deps, ctx.actor, input)),
  merge: adminProcedure
    .input(mergeCategoriesInput)
    .output(shopCategory)
    .mutation(({ ctx, input }) => mergeCategories(ctx.deps, ctx.actor, input)),
  reorder: adminProcedure
    .input(reorderCategoriesInput)
    .output(shopCategoryList)
    .mutation(({ ctx, input }) => reorderCategories(ctx.deps, ctx.actor, input)),
  setHidden: adminProcedure
    .input(setCategoryHiddenInput)
    .output(shopCategory)
    .mutation(({ ctx, input }) => setCategoryHidden(ctx.deps, ctx.actor, input)),
});

/* The page of categories in Bengali. Only those who open it load it. */

export * from './bn/admin/shop-categories.ts';

/* The screens of categories and of services' facts in Bengali. Only those who open them load them. */

export * from './bn/admin/service-facts.ts';
export * from './bn/admin/shop-categories.ts';

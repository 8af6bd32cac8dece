/* The screens of suppliers and forwards in Bengali. Only those who open them load them. */

export * from './bn/admin/forwards.ts';
export * from './bn/admin/profit.ts';
export * from './bn/admin/supplier-catalogue.ts';
export * from './bn/admin/suppliers.ts';

import { finds } from './bn/admin/finds.ts';
import { shop } from './bn/admin/shop.ts';

/** The admins' screens in Bengali, by area. Customers do not load them. */
export const bnAdmin = { finds, shop };

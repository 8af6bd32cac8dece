import { settingHints, settingLabels, settingSections, settings } from './bn/admin/settings.ts';
import { shop } from './bn/admin/shop.ts';

/** The admins' screens in Bengali, by area. Customers do not load them. */
export const bnAdmin = { settingHints, settingLabels, settings, settingSections, shop };

import { type TextSet, withTexts } from './language.ts';

const adminTexts: TextSet = {
  bn: () => import('./bn-admin.ts').then(({ bnAdmin, adminMessages }) => ({ ...bnAdmin, adminMessages })),
};

/** Loads the code of an admins' screen together with its texts, like `withTexts`. */
export function withAdminTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(adminTexts, code);
}

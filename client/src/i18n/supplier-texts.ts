import { type TextSet, withTexts } from './language.ts';

const supplierTexts: TextSet = {
  bn: () => import('./bn-suppliers.ts'),
};

/** Loads the code of a screen about suppliers or forwards together with its texts, like `withTexts`. */
export function withSupplierTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(supplierTexts, code);
}

import { type TextSet, withTexts } from './switch-language.ts';

const categoryTexts: TextSet = {
  bn: () => import('./bn-categories.ts'),
};

/** Loads the code of the page of categories together with its texts, like `withTexts`. */
export function withCategoryTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(categoryTexts, code);
}

import { type TextSet, withTexts } from './switch-language.ts';

const factTexts: TextSet = {
  bn: () => import('./bn/facts.ts'),
};

/** Loads the code of a screen that shows facts of services together with their texts, like `withTexts`. */
export function withFactTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(factTexts, code);
}

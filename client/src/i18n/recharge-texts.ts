import { type TextSet, withTexts } from './switch-language.ts';

const rechargeTexts: TextSet = {
  bn: () => import('./bn/recharge-progress.ts'),
};

/** Loads the code of a screen of one recharge together with its texts, like `withTexts`. */
export function withRechargeTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(rechargeTexts, code);
}

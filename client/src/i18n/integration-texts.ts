import { type TextSet, withTexts } from './language.ts';

const integrationTexts: TextSet = {
  bn: () => import('./bn-integrations.ts'),
};

/** Loads the code of a screen of keys or webhooks together with its texts, like `withTexts`. */
export function withIntegrationTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(integrationTexts, code);
}

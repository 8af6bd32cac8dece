import type { suggestionTexts } from '../en/suggestion.ts';
import type { TranslationOf } from '../texts.ts';

export const suggestion: TranslationOf<typeof suggestionTexts> = {
  didYouMean: '{suggestion} লিখতে চেয়েছেন?',
  use: '{suggestion} নিন',
};

import { texts } from '../texts.ts';

/** Of a field that proposes another text than the typed one. */
export const suggestionTexts = texts('suggestion', {
  didYouMean: 'Did you mean {suggestion}?',
  use: 'Use {suggestion}',
});

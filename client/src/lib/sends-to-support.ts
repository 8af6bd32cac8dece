import { errorTexts } from '../i18n/en/common.ts';

/**
 * Whether a sentence sends its reader to the support, as the one of a block does, whatever it was put into: the ways there have
 * to stand below it.
 */
export function sendsToSupport(sentence: string | undefined): boolean {
  return sentence?.includes(errorTexts.get().blocked) ?? false;
}

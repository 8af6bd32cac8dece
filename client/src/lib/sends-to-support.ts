import { errorTexts } from '../i18n/en/common.ts';

/**
 * Whether a message refers to the support, such as that of a block, also with inserted values: then contact links are displayed
 * below it.
 */
export function sendsToSupport(sentence: string | undefined): boolean {
  return sentence?.includes(errorTexts.get().blocked) ?? false;
}

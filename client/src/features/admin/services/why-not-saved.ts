import { readError } from '../../../lib/errors.ts';

/** What is said where nobody knows more: the server was not reached, or failed. */
const unknownReasons: readonly string[] = ['offline', 'internal'];

/** The reason for which a service was not saved, or the catalogue's sentence where there is none. */
export function whyNotSaved(error: unknown, sentence: string): string {
  const { code, message } = readError(error);
  return unknownReasons.includes(code) ? sentence : message;
}

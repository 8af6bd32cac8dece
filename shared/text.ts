import { z } from 'zod';
import { isOneLine } from './one-line.ts';

/** A length in characters, with the sentence for a text that breaks it. */
type Bound = [length: number, message?: string];

interface TextRules {
  /** The message for a missing or empty text. Without it an empty text is valid. */
  missing?: string;
  min?: Bound;
  max: Bound;
  /** Normalizes the text, such as an address without its scheme; the length is checked again. */
  read?: (text: string) => string;
  /** The form of the text. A pattern must be linear: no nested and no adjacent overlapping repetitions. */
  form?: [is: RegExp | ((text: string) => boolean), message: string];
  /** Spaces around the text belong to it, as in a password. */
  keepsSpaces?: boolean;
}

/** A text field; all fields use it, so that each has a limit. The length is checked first, so patterns see no longer text. */
export function text({ missing, min, max, read, form, keepsSpaces = false }: TextRules): z.ZodString {
  let schema = z.string(missing);
  if (!keepsSpaces) schema = schema.trim();
  schema = schema.max(max[0], { error: max[1], abort: true });
  if (read) schema = schema.overwrite(read).max(max[0], { error: max[1], abort: true });
  if (missing !== undefined) schema = schema.min(1, missing);
  if (min) schema = schema.min(min[0], min[1]);
  if (!form) return schema;
  const [is, message] = form;
  return is instanceof RegExp ? schema.regex(is, message) : schema.refine(is, message);
}

/** The reason for a decision, in the admin's words. */
export const reasonText = text({ max: [500, 'Reason must be at most 500 characters'] });

/** The same where it is put into a sentence. */
export const oneLineReason = text({
  max: [500, 'Reason must be at most 500 characters'],
  form: [isOneLine, 'Reason must be one line, without control characters'],
});

/** The same where nothing is done without one. */
export const neededReason = text({
  missing: 'Reason is required',
  max: [500, 'Reason must be at most 500 characters'],
});

/**
 * A text that is only compared with stored ones. A longer one is cut to a length that still equals none of them.
 * @param longest the longest stored text
 */
export function comparedText(missing: string, longest: number): z.ZodString {
  return z
    .string(missing)
    .overwrite((value) => value.slice(0, longest + 1))
    .min(1, missing);
}

import { z } from 'zod';
import { isOneLine } from './one-line.ts';

/** A length in characters, with the message for a text that exceeds it. */
type Bound = [length: number, message?: string];

interface TextRules {
  /** The message for a missing or empty text. Without it an empty text is valid. */
  missing?: string;
  min?: Bound;
  max: Bound;
  /** Normalizes the text, for example adds a missing scheme; the length is checked again. */
  read?: (text: string) => string;
  /** The form of the text. A pattern must be linear: no nested and no adjacent overlapping repetitions. */
  form?: [is: RegExp | ((text: string) => boolean), message: string];
  /** Spaces at both ends are part of the text, as in a password. */
  keepsSpaces?: boolean;
}

/** A text field. All text fields use it, so that each has a limit. The length is checked first, so patterns never see a longer text. */
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

/** The reason of a decision, as the admin typed it. */
export const reasonText = text({ max: [500, 'Reason must be at most 500 characters'] });

/** A reason on one line, for use within a sentence. */
export const oneLineReason = text({
  max: [500, 'Reason must be at most 500 characters'],
  form: [isOneLine, 'Reason must be one line, without control characters'],
});

/** A required reason. */
export const neededReason = text({
  missing: 'Reason is required',
  max: [500, 'Reason must be at most 500 characters'],
});

/**
 * A text to compare with stored ones. A longer one is cut to a length that cannot equal any of them.
 * @param longest the length of the longest stored text
 */
export function comparedText(missing: string, longest: number): z.ZodString {
  return z
    .string(missing)
    .overwrite((value) => value.slice(0, longest + 1))
    .min(1, missing);
}

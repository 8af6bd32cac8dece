import { z } from 'zod';
import { isOneLine } from './one-line.ts';

/** A length in characters, with the sentence for a text that breaks it. */
type Bound = [length: number, message?: string];

interface TextRules {
  /** What is said where there is no text, and where an empty one counts as none. Without it an empty text is let in. */
  missing?: string;
  min?: Bound;
  max: Bound;
  /** What is meant by a text, such as an address that was typed without its scheme; its length is judged again. */
  read?: (text: string) => string;
  /** What the text has to look like. A pattern must be linear: no repetition inside another, no two side by side that overlap. */
  form?: [is: RegExp | ((text: string) => boolean), message: string];
  /** Spaces around the text belong to it, as in a password. */
  keepsSpaces?: boolean;
}

/**
 * A text that comes in; every field is made of this, so that none is without a bound. The longest length is judged first and
 * ends the matter: no pattern ever looks at a text that is longer.
 */
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

/** Why somebody decided so, in their own words. */
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
 * A text that is only compared with what is known. One that is longer than anything known is no error of its own: it is cut
 * to a length at which it still equals nothing, and is refused as any other wrong one.
 * @param longest how many characters what is known may have
 */
export function comparedText(missing: string, longest: number): z.ZodString {
  return z
    .string(missing)
    .overwrite((value) => value.slice(0, longest + 1))
    .min(1, missing);
}

import { z } from 'zod';

/** A field that may stay empty: no text is null, any other has to keep the procedure's rules. */
export function emptyOr<Rules extends z.ZodType<string | null, string | null>>(rules: Rules) {
  return z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(rules);
}

/** The procedure's rules for a number, with one sentence for whoever typed it. */
export function within(rules: z.ZodType<number, number>, message: string) {
  return z.number().refine((value) => rules.safeParse(value).success, message);
}

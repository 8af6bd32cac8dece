import { z } from 'zod';

/** A field that may stay empty: no text is null, any other has to keep the procedure's rules. */
export function emptyOr<Rules extends z.ZodType<string | null, string | null>>(rules: Rules) {
  return z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : text))
    .pipe(rules);
}

/** The procedure's rules for a number, with one message for all of them. */
export function within<Value extends number>(rules: z.core.$ZodType<Value, Value>, message: string) {
  return z.custom<Value>((value) => z.safeParse(rules, value).success, message);
}

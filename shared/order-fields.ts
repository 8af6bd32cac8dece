import { z } from 'zod';
import { commentsInput } from './comments.ts';
import { wholeNumber } from './numbers.ts';
import { linkProblems, readLink } from './paste/link.ts';
import { MAX_QUANTITY } from './services.ts';

/** A text with a link in it may be longer than the link: a whole message. */
const MAX_PASTED_LENGTH = 10_000;

/** A link as people paste it, see `readLink`: an http(s) URL of up to 2048 characters, or a user name of up to 128. */
export const orderLink = z
  .string('Link is required')
  .max(MAX_PASTED_LENGTH, { error: linkProblems.too_long, abort: true })
  .overwrite((text) => {
    const read = readLink(text);
    return 'problem' in read ? text : read.link;
  })
  .superRefine((link, ctx) => {
    const read = readLink(link);
    if ('problem' in read) ctx.addIssue({ code: 'custom', message: read.problem });
  });

/**
 * The fields that a customer fills in, in the sequence of the forms. Inputs, forms, drafts, the statement that charges, reads, exports and
 * APIs follow from this table; where a field needs code of its own, the compiler demands it.
 */
export const orderFieldInputs = {
  link: orderLink,
  /** Only a service with an entered quantity needs it. Elsewhere it must agree with the number of comments, or be 1. */
  quantity: wholeNumber('Quantity')
    .min(1, 'Quantity must be at least 1')
    .max(MAX_QUANTITY, `Quantity must be at most ${MAX_QUANTITY}`),
  /** For services that take comments. */
  comments: commentsInput,
};
export type OrderField = keyof typeof orderFieldInputs;
const { link, ...others } = orderFieldInputs;
/** As an order is sent: all but the link may be left out. */
export const sentFields = { link, ...z.object(others).partial().shape };

/** The fields of every order as they are stored, each in a column of its name. */
export const listedFields = { link: z.string(), quantity: z.int() };
type ListedField = keyof typeof listedFields;
export const listedFieldNames = Object.keys(listedFields) as ListedField[];
/** Too long for a list: only in the response about one order. */
export const longFields = { comments: z.array(z.string()).nullable() } satisfies Record<
  Exclude<OrderField, ListedField>,
  z.ZodType
>;

/** The listed fields of a record. */
export function listedOf<Row extends Record<ListedField, unknown>>(row: Row): Pick<Row, ListedField> {
  return Object.fromEntries(listedFieldNames.map((name) => [name, row[name]])) as Pick<Row, ListedField>;
}

type ListedFields = z.output<z.ZodObject<typeof listedFields>>;
/** The listed fields of an order as they are stored: null for a missing one. */
export function storedFields(input: Partial<ListedFields>, quantity: number): ListedFields {
  const stored = { ...input, quantity };
  return Object.fromEntries(listedFieldNames.map((name) => [name, stored[name] ?? null])) as ListedFields;
}

import { z } from 'zod';
import { latinDigits } from '#shared/latin-digits.ts';
import { isAnotherOrigin, type SupplierFields, saveSupplierInput } from '#shared/suppliers.ts';
import { decimalFromHundredths, parseCount, parseHundredths } from '../../../lib/parse-typed.ts';

const rules = saveSupplierInput.shape;
const MOST_MARGIN = 10_000;

/** A text that the server parses: the form judges it by the same rules, and sends it as typed. */
export function sentAsTyped(schema: z.ZodType<unknown, string | number>) {
  return z
    .string()
    .transform((text) => latinDigits(text).trim())
    .superRefine((text, context) => addIssues(context, schema.safeParse(text).error));
}

/** The same; an empty field is null. */
function sentIfAny(schema: z.ZodType<unknown, string | number | null | undefined>) {
  return z.string().transform((typed, context) => {
    const text = latinDigits(typed).trim();
    if (text === '') return null;
    addIssues(context, schema.safeParse(text).error);
    return text;
  });
}

function addIssues(context: z.core.$RefinementCtx, error: z.ZodError | undefined): void {
  for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message });
}

/** A typed percentage such as "12.5"; an empty field is null. */
const typedMargin = z.string().transform((text, context): number | null => {
  if (text.trim() === '') return null;
  const hundredths = parseHundredths(text.replace(/%\s*$/, ''));
  if (hundredths !== null && hundredths <= MOST_MARGIN * 100) return hundredths / 100;
  context.addIssue({
    code: 'custom',
    message: 'Margin must be a percentage from 0 to 10000, with at most 2 decimals',
  });
  return z.NEVER;
});

/** A percentage as typed. */
export function marginAsTyped(percent: number | null): string {
  return percent === null ? '' : decimalFromHundredths(Math.round(percent * 100));
}

const callsPerMinute = z.string().transform((text, context): number => {
  const count = parseCount(text);
  const { error } = rules.callsPerMinute.unwrap().safeParse(count ?? Number.NaN);
  if (count !== null && !error) return count;
  context.addIssue({ code: 'custom', message: error?.issues[0]?.code === 'too_big' ? TOO_MANY : TOO_FEW });
  return z.NEVER;
});
const TOO_MANY = 'At most 6000 calls a minute';
const TOO_FEW = 'At least 1 call a minute';

/**
 * The form of a supplier: text in, the procedure's input out.
 * @param known the supplier as it is stored; undefined for a new one
 */
export function supplierForm(known: Pick<SupplierFields, 'url'> | undefined) {
  return z
    .object({
      name: rules.name,
      url: rules.url,
      key: z.string().trim(),
      currency: z
        .string()
        .trim()
        .toUpperCase()
        .superRefine((text, context) => addIssues(context, rules.currency.safeParse(text).error)),
      rate: sentAsTyped(rules.rate),
      idempotent: z.boolean(),
      samePanel: z.boolean(),
      marginPercent: typedMargin,
      lowBalance: sentIfAny(rules.lowBalance),
      orderLimit: sentIfAny(rules.orderLimit),
      dayLimit: sentIfAny(rules.dayLimit),
      callsPerMinute,
      orderPlace: sentIfAny(rules.orderPlace),
    })
    .superRefine(({ url, key }, context) => {
      if (key !== '' || (known && !hasAnotherHost(known, url))) return;
      context.addIssue({ code: 'custom', path: ['key'], message: known ? ANOTHER_HOST : KEY_IS_MISSING });
    })
    .transform(({ key, samePanel, ...fields }) => ({
      ...fields,
      ...(key !== '' && { key }),
      ...(samePanel && hasAnotherHost(known, fields.url) && { samePanel }),
    }));
}

/** Whether a typed address may be another panel than the stored one. */
export function hasAnotherHost(known: Pick<SupplierFields, 'url'> | undefined, url: string): boolean {
  return known !== undefined && isAnotherOrigin(known.url, url);
}

const KEY_IS_MISSING = 'Key is required';
const ANOTHER_HOST = 'Enter the key again: the address has another host';

export type TypedSupplier = z.input<ReturnType<typeof supplierForm>>;

/** The initial values of a new supplier. */
const blankSupplier: TypedSupplier = {
  name: '',
  url: '',
  key: '',
  currency: 'USD',
  rate: '1',
  idempotent: false,
  samePanel: false,
  marginPercent: '',
  lowBalance: '',
  orderLimit: '',
  dayLimit: '',
  callsPerMinute: '60',
  orderPlace: '',
};

/** A supplier's form values. Its key is never displayed. */
export function typedSupplier(supplier: SupplierFields | undefined): TypedSupplier {
  if (!supplier) return blankSupplier;
  const { name, url, currency, rate, idempotent, marginPercent, lowBalance, orderLimit, dayLimit } = supplier;
  return {
    name,
    url,
    key: '',
    currency,
    rate,
    idempotent,
    samePanel: false,
    marginPercent: marginAsTyped(marginPercent),
    lowBalance: lowBalance ?? '',
    orderLimit: orderLimit ?? '',
    dayLimit: dayLimit ?? '',
    callsPerMinute: String(supplier.callsPerMinute),
    orderPlace: supplier.orderPlace ?? '',
  };
}

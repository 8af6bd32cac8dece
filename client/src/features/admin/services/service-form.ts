import { z } from 'zod';
import type { Category } from '#shared/categories.ts';
import { decimalFromMicros } from '#shared/money.ts';
import {
  createServiceInput,
  externalIdText,
  maxNotBelowMin,
  type NamedServiceFields,
  updateServiceInput,
} from '#shared/services.ts';
import { readError } from '../../../lib/errors.ts';
import { typedInteger, typedPrice } from '../../../lib/typed-numbers.ts';
import { emptyOr } from '../settings/typed-rules.ts';

/** The two inputs differ only in the message for a missing category. */
function typedService({ category }: Pick<typeof createServiceInput.shape, 'category'>) {
  const { name, image, description, priceMicros, min, max, avgTimeHours } = createServiceInput.shape;
  return z
    .object({
      name,
      externalId: emptyOr(externalIdText.nullable()),
      image,
      description,
      category: z.preprocess((chosen: Category | '') => chosen, category),
      priceMicros: typedPrice(priceMicros, 'Price is required', 'Price must be a number with at most 6 decimals'),
      min: typedInteger(min, 'Minimum value is required', 'Minimum value must be a whole number'),
      max: typedInteger(max, 'Maximum value is required', 'Maximum value must be a whole number'),
      avgTimeHours: typedInteger(avgTimeHours, 'Average time is required', 'Average time must be a whole number'),
    })
    .refine((fields) => fields.max >= fields.min, maxNotBelowMin);
}

/** The forms of a service: text in, the procedures' input out. */
export const newServiceForm = typedService(createServiceInput.shape);
export const changedServiceForm = typedService(updateServiceInput.shape);
export type TypedService = z.input<typeof newServiceForm>;

/** The initial values of a new service. */
export const blankService: TypedService = {
  name: '',
  externalId: '',
  image: '',
  description: '',
  category: '',
  priceMicros: '',
  min: '',
  max: '',
  avgTimeHours: '',
};

/** A service's form values. */
export function asTyped({
  name,
  externalId,
  image,
  description,
  category,
  ...figures
}: NamedServiceFields): TypedService {
  return {
    name,
    externalId: externalId ?? '',
    image: image ?? '',
    description,
    category,
    priceMicros: decimalFromMicros(figures.priceMicros),
    min: String(figures.min),
    max: String(figures.max),
    avgTimeHours: String(figures.avgTimeHours),
  };
}

/** The server was not reached, or failed. */
const unknownReasons: readonly string[] = ['offline', 'internal'];

/** Why a service was not saved, or the given text for an unknown reason. */
export function whyNotSaved(error: unknown, sentence: string): string {
  const { code, message } = readError(error);
  return unknownReasons.includes(code) ? sentence : message;
}

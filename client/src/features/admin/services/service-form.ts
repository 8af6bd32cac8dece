import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { country, type FactFields, type FactsOut, factFields, noFacts, type QualityWord } from '#shared/facts.ts';
import { decimalFromMicros } from '#shared/money.ts';
import { kindsOf } from '#shared/paste/examples.ts';
import type { ServiceTarget } from '#shared/paste/fit.ts';
import type { TargetKind } from '#shared/paste/target.ts';
import { always, checkLimits, checkLimitsWithSource, storedLimits } from '#shared/service-limits.ts';
import { isPackage, type ServiceType } from '#shared/service-types.ts';
import { changedServiceFields, externalIdText, type NamedServiceFields, newServiceFields } from '#shared/services.ts';
import type { SupplierField } from '#shared/supplier-fields.ts';
import { readError } from '../../../lib/errors.ts';
import { typedInteger, typedIntegerIfAny, typedPrice } from '../../../lib/typed-numbers.ts';
import { emptyOr } from '../settings/typed-rules.ts';

/** The two inputs differ only in the message for a missing category, and the server knows whether a service has a source. */
function typedService({ category }: Pick<typeof newServiceFields.shape, 'category'>, check: typeof checkLimits) {
  const { name, image, description, priceMicros, min, max, avgTimeHours, type, refillDays, cancel, speedUp, nameBn } =
    newServiceFields.shape;
  const fields = z
    .object({
      name,
      nameBn: emptyOr(z.string().nullable().pipe(nameBn.unwrap())),
      externalId: emptyOr(externalIdText.nullable()),
      image,
      description,
      category,
      priceMicros: typedPrice(priceMicros, 'Price is required', 'Price must be a number with at most 6 decimals'),
      min: typedIntegerIfAny(min, 'Minimum value must be a whole number'),
      max: typedIntegerIfAny(max, 'Maximum value must be a whole number'),
      avgTimeHours: typedInteger(avgTimeHours, 'Average time is required', 'Average time must be a whole number'),
      type,
      refillDays: typedIntegerIfAny(refillDays.unwrap(), 'The refill period must be a whole number').transform(
        (days) => days ?? null,
      ),
      cancel,
      speedUp,
      links: z.string().transform(targetIn).optional(),
      ...typedFacts,
      fieldsOfSupplier: changedServiceFields.shape.fieldsOfSupplier,
    })
    .superRefine(check, always)
    .transform(({ links, startMinutes, speedPerDay, quality, country: from, drop, autoRefill, kind, ...entered }) => ({
      ...entered,
      ...links,
      ...storedLimits(entered.type, entered),
      facts: { startMinutes, speedPerDay, quality, country: from, drop, autoRefill, kind },
    }));
  return z.preprocess(withoutHiddenLimits, fields);
}

/** Its facts, each as one text or a choice; an empty one is not said. */
const typedFacts = {
  startMinutes: z
    .string()
    .transform((minutes) => (minutes === '' ? null : Number(minutes)))
    .pipe(factFields.shape.startMinutes),
  speedPerDay: typedIntegerIfAny(factFields.shape.speedPerDay.unwrap(), 'The speed must be a whole number').transform(
    (speed) => speed ?? null,
  ),
  quality: z.string().transform(qualityIn).pipe(factFields.shape.quality),
  country: emptyOr(z.union([z.null(), country])),
  drop: z
    .string()
    .transform((drop) => drop || null)
    .pipe(factFields.shape.drop),
  autoRefill: z.boolean(),
  kind: emptyOr(factFields.shape.kind),
};

/** The words of quality in a text such as `real,hq`. */
export function qualityIn(typed: string): QualityWord[] | null {
  return typed === '' ? null : (typed.split(',') as QualityWord[]);
}

/** The form of a package has no fields for limits; what was typed there before does not count. */
function withoutHiddenLimits(typed: TypedService): TypedService {
  return isPackage(typed.type) ? { ...typed, min: '', max: '' } : typed;
}

/** The values of the form: texts as they are typed, and choices. */
export interface TypedService {
  name: string;
  nameBn: string;
  externalId: string;
  image: string | null | undefined;
  description: string;
  /** The slug; empty for none yet. */
  category: string;
  priceMicros: string;
  min: string;
  max: string;
  avgTimeHours: string;
  type: ServiceType;
  refillDays: string;
  cancel: boolean;
  speedUp: boolean;
  /** The links that it takes, as {@link typedTarget} writes them; undefined as long as its name says them. */
  links?: string | undefined;
  startMinutes: string;
  speedPerDay: string;
  /** As {@link qualityIn} reads them. */
  quality: string;
  country: string;
  drop: string;
  autoRefill: boolean;
  kind: string;
  /** The fields that follow the first source; undefined until they are chosen here. */
  fieldsOfSupplier?: SupplierField[] | undefined;
}

/** The links that a service takes as one text: `instagram:post,reel`, with kinds that its platform has; nothing for any link. */
export function typedTarget({ platform, kinds }: ServiceTarget): string {
  const own = kindsOf(platform ?? '');
  const had = kinds?.filter((kind) => own.includes(kind)) ?? [];
  return had.length > 0 ? `${platform}:${had.join(',')}` : (platform ?? '');
}

export function targetIn(typed: string) {
  const [platform, kinds] = typed.split(':');
  return { platform: platform || null, kinds: kinds ? (kinds.split(',') as TargetKind[]) : null };
}

export type ServiceForm = UseFormReturn<TypedService, unknown, NamedServiceFields>;

/** The field of the form for each one that may follow the supplier. */
export const formFieldOf = {
  name: 'name',
  description: 'description',
  min: 'min',
  max: 'max',
  refill: 'refillDays',
  cancel: 'cancel',
} as const satisfies Record<SupplierField, keyof TypedService>;

/** The forms of a service: text in, the procedures' input out. */
export const newServiceForm = typedService(newServiceFields.shape, checkLimits);
export const changedServiceForm = typedService(changedServiceFields.shape, checkLimitsWithSource);

/** The initial values of a new service. */
export const blankService: TypedService = {
  name: '',
  nameBn: '',
  externalId: '',
  image: '',
  description: '',
  category: '',
  priceMicros: '',
  min: '',
  max: '',
  avgTimeHours: '',
  type: 'default',
  refillDays: '',
  cancel: false,
  speedUp: false,
  ...typedFactsOf({}),
};

/** A service as it is stored: only with the facts that it says, or with each of them as a field of its own. */
export type StoredFields = Omit<NamedServiceFields, 'facts'> &
  Partial<FactFields> & { facts?: FactsOut | FactFields | undefined };

/** The form values of facts; those that are missing are not said. */
export function typedFactsOf(facts: Partial<FactFields> | FactsOut): Pick<TypedService, keyof FactFields> {
  const said = { ...noFacts, ...facts };
  return {
    startMinutes: String(said.startMinutes ?? ''),
    speedPerDay: String(said.speedPerDay ?? ''),
    quality: said.quality?.join(',') ?? '',
    country: said.country ?? '',
    drop: said.drop ?? '',
    autoRefill: said.autoRefill,
    kind: said.kind ?? '',
  };
}

/** A service's form values. */
export function asTyped({
  name,
  nameBn,
  externalId,
  image,
  description,
  category,
  ...figures
}: StoredFields): TypedService {
  return {
    name,
    nameBn: nameBn ?? '',
    externalId: externalId ?? '',
    image: image ?? '',
    description,
    category,
    priceMicros: decimalFromMicros(figures.priceMicros),
    min: String(figures.min),
    max: String(figures.max),
    avgTimeHours: String(figures.avgTimeHours),
    type: figures.type,
    refillDays: String(figures.refillDays ?? ''),
    cancel: figures.cancel,
    speedUp: figures.speedUp,
    ...typedFactsOf(figures.facts ?? figures),
    // An older server does not say them.
    ...(figures.platform !== undefined && {
      links: typedTarget({ platform: figures.platform, kinds: figures.kinds ?? null }),
    }),
  };
}

/** The server was not reached, or failed. */
const unknownReasons: readonly string[] = ['offline', 'internal'];

/** Why a service was not saved, or the given text for an unknown reason. */
export function whyNotSaved(error: unknown, sentence: string): string {
  const { code, message } = readError(error);
  return unknownReasons.includes(code) ? sentence : message;
}

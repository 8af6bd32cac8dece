import type { z } from 'zod';
import { MAX_COMMENTS } from './comments.ts';
import { isPackage, ruleOf, type ServiceType, serviceTypes } from './service-types.ts';

/** A service's limits as an admin enters them; those of a package may be left out. */
export interface EnteredLimits {
  min?: number | undefined;
  max?: number | undefined;
}

/** The limits of a service's orders. */
export interface ServiceLimits {
  min: number;
  max: number;
}

const labels = { min: 'Minimum value', max: 'Maximum value' };
const ofPackage = 'A package is sold one at a time: leave it out, or enter 1';

/** Returns the reason why a service of this type can't have a limit; undefined if it can. With a source it may have any from 1. */
function limitProblem(
  type: ServiceType,
  field: keyof ServiceLimits,
  limits: EnteredLimits,
  hasSource: boolean,
): string | undefined {
  const { [field]: limit, min = 0 } = limits;
  const { leastMin, leastMax, quantity } = ruleOf(type);
  // The field's own rules report these.
  if (limit !== undefined && !Number.isInteger(limit)) return undefined;
  if (isPackage(type)) return limit === undefined || limit === 1 ? undefined : ofPackage;
  if (limit === undefined) return `${labels[field]} is required`;
  if (field === 'max') {
    if (limit < leastMax && !(hasSource && limit >= Math.max(min, 1)))
      return `Maximum must be greater than ${leastMax - 1}`;
    return limit < min ? 'Maximum must not be less than minimum' : undefined;
  }
  if (limit < (hasSource ? 1 : leastMin)) return `Must be at least ${leastMin}`;
  if (quantity === 'comments' && limit > MAX_COMMENTS) return `An order has at most ${MAX_COMMENTS} comments`;
  return undefined;
}

/** Returns the reason for each limit that a service of this type can't have. */
export function limitProblems(
  type: ServiceType,
  limits: EnteredLimits,
  hasSource = false,
): Partial<Record<keyof ServiceLimits, string>> {
  const fields = ['min', 'max'] as const;
  const problems = fields.map((field) => [field, limitProblem(type, field, limits, hasSource)] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

type Checked = EnteredLimits & { type?: ServiceType | undefined };

/** For `superRefine`: checks the limits if there is a type. */
export const checkLimits = (fields: Checked, ctx: z.RefinementCtx) => check(fields, ctx, false);
/** The same for a service that may have a source. */
export const checkLimitsWithSource = (fields: Checked, ctx: z.RefinementCtx) => check(fields, ctx, true);

function check(fields: Checked, ctx: z.RefinementCtx, hasSource: boolean): void {
  // The type may be any text: the other fields are checked even if it is invalid.
  const type = serviceTypes.find((each) => each === fields.type);
  for (const [field, message] of Object.entries(type ? limitProblems(type, fields, hasSource) : {}))
    ctx.addIssue({ code: 'custom', path: [field], message });
}

/** Also checks the limits if other fields are invalid, so that a form reports every invalid field at once. */
export const always = {
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** The stored form of limits. @throws RangeError for limits that {@link limitProblem} refuses */
export function storedLimits(type: ServiceType, { min, max }: EnteredLimits): ServiceLimits {
  if (isPackage(type)) return { min: 1, max: 1 };
  if (min === undefined || max === undefined) throw new RangeError('Only packages have no limits');
  return { min, max };
}

import { limitProblems, storedLimits } from '#shared/service-limits.ts';
import type { ServiceFields, UpdateServiceInput } from '#shared/services.ts';
import { DomainError } from '../../base/errors.ts';

type Entered = Omit<UpdateServiceInput, 'id' | 'expectedUpdatedAt'>;
type Stored = Pick<ServiceFields, 'type' | 'refillDays' | 'cancel' | 'speedUp' | 'platform' | 'kinds'> & {
  /** Whether it has a source. */
  forwarded: boolean;
};

/**
 * The fields of a changed service with the stored type and permissions where the input has none.
 * @throws DomainError `bad_input` for limits that the type does not allow
 */
export function completeFields<Input extends Entered>(input: Input, stored: Stored): Input & ServiceFields {
  const {
    type = stored.type,
    refillDays = stored.refillDays,
    cancel = stored.cancel,
    speedUp = stored.speedUp,
    platform = stored.platform,
    kinds = stored.kinds,
  } = input;
  const problems = Object.entries(limitProblems(type, input, stored.forwarded));
  if (problems.length > 0) {
    const fieldErrors = Object.fromEntries(problems.map(([field, message]) => [field, [message]]));
    throw new DomainError('bad_input', { message: problems[0]?.[1], fieldErrors });
  }
  return { ...input, ...storedLimits(type, input), type, refillDays, cancel, speedUp, platform, kinds };
}

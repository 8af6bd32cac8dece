import { isCheckViolation } from '../../../db/errors.ts';
import { endBeforeStartMessage } from '../../../shared/notices.ts';
import { fieldError } from '../../errors.ts';

/** The input does not say when a notice begins that begins at once, or as before; the database knows. */
export function asEndBeforeStart(error: unknown): never {
  throw isCheckViolation(error, 'notices_period_check')
    ? fieldError('bad_input', 'endsAt', endBeforeStartMessage)
    : error;
}

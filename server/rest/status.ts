import type { ErrorCode } from '../../shared/errors.ts';
import { httpStatusOf } from '../http/status.ts';

/** Older clients take every 401 for an expired token, refresh and send the call again: a wrong password would count twice. */
const ownStatuses: Partial<Record<ErrorCode, number>> = { invalid_credentials: 400 };

/** The HTTP status of a refusal here: the very one that tRPC answers, but where older clients would take it for another. */
export function restStatusOf(code: ErrorCode): number {
  return ownStatuses[code] ?? httpStatusOf(code);
}

import { isUniqueViolation } from '#db/errors.ts';
import { fieldError } from '../../base/errors.ts';

/** Converts a unique violation of a user row into the error that the name or the email is taken. Returns any other error unchanged. */
export function asTakenName(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_user_name_key')) return fieldError('user_name_taken', 'userName');
  if (isUniqueViolation(error, 'users_email_key')) return fieldError('email_taken', 'email');
  return error;
}

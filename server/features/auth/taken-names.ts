import { isUniqueViolation } from '#db/errors.ts';
import { fieldError } from '../../errors.ts';

/** Tells a refused user row by its field: the name or the email is taken. Any other error comes back as it is. */
export function asTakenName(error: unknown): unknown {
  if (isUniqueViolation(error, 'users_user_name_key')) return fieldError('user_name_taken', 'userName');
  if (isUniqueViolation(error, 'users_email_key')) return fieldError('email_taken', 'email');
  return error;
}

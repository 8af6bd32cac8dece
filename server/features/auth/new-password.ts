import { commonPasswordMessage, passwordMinLengthOf, passwordProblem } from '#shared/auth.ts';
import type { Role } from '#shared/users.ts';
import type { Config } from '../../base/env.ts';
import { fieldError } from '../../base/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The password's user. */
interface Owner {
  role: Role;
  userName: string;
  email?: string;
}

/**
 * Refuses a password that is too short for this shop, commonly used, or the user's own name.
 * @throws DomainError `bad_input` for `field`
 */
export async function assertNewPassword(
  { passwordMinLength }: Pick<Config, 'passwordMinLength'>,
  field: string,
  password: string,
  { role, userName, email }: Owner,
): Promise<void> {
  const problem = passwordProblem(password, passwordMinLengthOf(role, passwordMinLength));
  if (problem) throw fieldError('bad_input', field, problem);
  const folded = fold(password);
  const isOwnName = [userName, email].some((own) => own !== undefined && fold(own) === folded);
  if (isOwnName || (await isCommonPassword(folded))) throw fieldError('bad_input', field, commonPasswordMessage);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

import { commonPasswordMessage, passwordTooShort } from '../../../shared/auth.ts';
import type { Config } from '../../env.ts';
import { fieldError } from '../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Refuses a password that is shorter than this shop wants, that everybody tries first, or that is the user's own name.
 * @param field the input's field, to show the message beside
 * @throws DomainError `bad_input` with a field error
 */
export function assertNewPassword(
  config: Pick<Config, 'passwordMinLength'>,
  field: string,
  password: string,
  ownNames: string[] = [],
): void {
  if (password.length < config.passwordMinLength) {
    throw fieldError('bad_input', field, passwordTooShort(config.passwordMinLength));
  }
  const lower = password.toLowerCase();
  if (isCommonPassword(lower) || ownNames.some((own) => own.toLowerCase() === lower)) {
    throw fieldError('bad_input', field, commonPasswordMessage);
  }
}

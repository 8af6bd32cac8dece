import { texts } from '../texts.ts';

/** A password's field, and how strong the password is. */
export const strengthTexts = texts('strength', {
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  atLeast: 'At least {count} characters',
  strength: 'Password strength: {strength}',
  tooShort: 'Too short',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
});

import { texts } from '../texts.ts';

/** How strong a password is. */
export const strengthTexts = texts('strength', {
  atLeast: 'At least {count} characters',
  strength: 'Password strength: {strength}',
  tooShort: 'Too short',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
});

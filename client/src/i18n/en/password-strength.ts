import { texts } from '../texts.ts';

/** How strong a password is. */
export const strengthTexts = texts('strength', {
  tooShort: 'Too short',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
});

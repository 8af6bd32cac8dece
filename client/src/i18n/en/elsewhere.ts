import { texts } from '../texts.ts';

/** The notice at a foreign address of the panel. */
export const elsewhereTexts = texts('elsewhere', {
  elsewhere: 'This panel is at {address}. Please open it there: under this address you will soon be logged out.',
});

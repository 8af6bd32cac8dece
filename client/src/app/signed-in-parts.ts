import { withPlaces } from './with-places.ts';

/** Parts of the app, besides pages, that only signed-in users load, and rarely at once. Visitors do not load the names of their files. */
export const signedInParts = {
  enroll: () => import('../features/profile/enroll-page.tsx'),
  keysSheet: () => import('./palette/keys-sheet.tsx'),
  notAllowed: () => import('./not-allowed-page.tsx'),
  palette: () => withPlaces(import('./palette/palette.tsx')),
  reauthentication: () => import('./reauthentication-host.tsx'),
};

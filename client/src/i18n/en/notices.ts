import { texts } from '../texts.ts';

/** The banner with the shop's notices. */
export const noticesTexts = texts('notices', {
  banner: 'Notice of the shop',
  putAway: 'Put away: {title}',
  readAll: 'Read all {count} notices',
  readMore: 'Read more',
});

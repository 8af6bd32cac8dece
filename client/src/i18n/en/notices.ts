import { texts } from '../texts.ts';

/** The shop's notices: the banner and the page. */
export const noticesTexts = texts('notices', {
  banner: 'Notice of the shop',
  heading: 'Notices',
  headingText: 'What is new, and what to know before you order.',
  important: 'Important',
  information: 'Information',
  none: 'No notices at the moment',
  noneText: 'When there is something to tell, it stands here.',
  putAway: 'Put away: {title}',
  readAll: 'Read all {count} notices',
  readMore: 'Read more',
  updated: 'Changed {moment}',
});

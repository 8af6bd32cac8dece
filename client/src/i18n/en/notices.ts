import { texts } from '../texts.ts';

/** The shop's notices: the banner and the page. */
export const noticesTexts = texts('notices', {
  aboutUs: 'About us',
  banner: 'Notice of the shop',
  heading: 'Notices',
  headingText: 'What is new, and what to know before you order.',
  important: 'Important',
  information: 'Information',
  none: 'No notices at the moment',
  noneText:
    'Everything runs as usual. Here you read what is new, what is slow today, and when the support rests; important news also stands above every page.',
  putAway: 'Put away: {title}',
  readAll: 'Read all {count} notices',
  readMore: 'Read more',
  seeServices: 'See all services',
  updated: 'Changed {moment}',
});

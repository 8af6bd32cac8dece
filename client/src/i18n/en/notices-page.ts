import { texts } from '../texts.ts';

/** The page of the shop's notices. */
export const noticesPageTexts = texts('noticesPage', {
  aboutUs: 'About us',
  heading: 'Notices',
  headingText: 'What is new, and what to know before you order.',
  important: 'Important',
  information: 'Information',
  none: 'No notices at the moment',
  noneText:
    'Everything runs as usual. Here you read what is new, what is slow today, and when the support rests; important news also stands above every page.',
  seeServices: 'See all services',
  updated: 'Changed {moment}',
});

import { texts } from '../texts.ts';

/** The link to the support that floats on every page. */
export const chatTexts = texts('chat', {
  chat: 'Chat with us',
  help: 'Get help',
  mailUs: 'Write to us',
  toTickets: 'Answer tickets',
});

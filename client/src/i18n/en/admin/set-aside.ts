import type { SetAsideKind } from '#shared/set-aside.ts';
import { texts } from '../../texts.ts';

/** The page of background work that was set aside. */
export const setAsideTexts = texts('setAside', {
  again: 'It is tried again',
  deaths: 'Crashes',
  failed: 'It could not be tried again',
  heading: 'Set aside',
  headingText:
    'The background worker crashed each time it did one of these. They wait here, and everything else goes on.',
  kind: 'Kind',
  none: 'Nothing is set aside',
  noneText:
    'Work with which the background worker crashes again and again waits here, so that everything else goes on.',
  since: 'Since',
  tryAgain: 'Try again',
  tryAgainOf: 'Try again: {what}',
  what: 'What',
});

/** The kinds of background work. */
export const setAsideKindTexts = texts('setAsideKinds', {
  calls: 'Call to another server',
  jobs: 'Bulk job',
  lists: 'List of a supplier',
  mail: 'Email',
  messages: 'Message of a provider',
  requests: 'Request at a supplier',
  statuses: 'Statuses of orders',
  thenOrders: 'Order that waits for a recharge',
  webhooks: 'Webhook',
} satisfies Record<SetAsideKind, string>);

import type { AttentionKind } from '#shared/reports.ts';
import { type Plural, texts } from '../../texts.ts';

/** The parts of the overview about what needs a person, and about suppliers. */
export const purchaseTexts = texts('purchases', {
  balanceLow: 'low',
  needsNothing: 'Nothing needs you',
  needsYou: 'Needs you',
  ofThemMatch: { one: '{recharges}, {count} matches', other: '{recharges}, {count} match' },
  oldest: 'Oldest',
  orders: { one: '{count} order waits', other: '{count} orders wait' },
  profit: 'Profit',
  silent: 'does not answer',
  stopped: 'stopped',
  suppliers: 'Suppliers',
  waiting: { one: '{count} order waits for its balance', other: '{count} orders wait for its balance' },
});

type LineOfKind = Exclude<AttentionKind, 'stuck' | 'lines_waiting'> | 'cheaper' | 'dearer' | 'events' | 'jobs' | 'late';

/** The lines of what needs a person. */
export const attentionTexts = texts('attention', {
  backup_late: { one: 'The last backup is too old', other: 'The last backup is too old' },
  background_down: {
    one: 'The background worker of a server is down: emails, webhooks and purchases wait. Look at its log',
    other:
      'The background workers of {count} servers are down: emails, webhooks and purchases wait. Look at their logs',
  },
  cheaper: { one: '{count} line cheaper than accepted', other: '{count} lines cheaper than accepted' },
  dearer: { one: '{count} line dearer than accepted', other: '{count} lines dearer than accepted' },
  events: { one: '{count} event for a webhook is late', other: '{count} events for webhooks are late' },
  jobs: { one: '{count} bulk job does not go on', other: '{count} bulk jobs do not go on' },
  late: { one: '{count} bought order is late', other: '{count} bought orders are late' },
  lines_unreadable: { one: "{count} line of a list can't be read", other: "{count} lines of lists can't be read" },
  device_silent: {
    one: '{count} phone sends no payment messages',
    other: '{count} phones send no payment messages',
  },
  money_unclaimed: {
    one: '{count} payment that nobody has claimed for 3 days',
    other: '{count} payments that nobody has claimed for 3 days',
  },
  messages_held: {
    one: '{count} payment message waits for you',
    other: '{count} payment messages wait for you',
  },
  losses: { one: '{count} purchase cost more than it should', other: '{count} purchases cost more than they should' },
  no_alarm_address: {
    one: 'No alarm leaves the shop: no admin has a confirmed email, and no Telegram is set',
    other: 'No alarm leaves the shop: no admin has a confirmed email, and no Telegram is set',
  },
  purchases_flagged: { one: '{count} purchase flagged', other: '{count} purchases flagged' },
  purchases_refused: { one: '{count} purchase refused', other: '{count} purchases refused' },
  purchases_unknown: { one: '{count} purchase to settle', other: '{count} purchases to settle' },
  recharges: { one: '{count} recharge to decide', other: '{count} recharges to decide' },
  requests: { one: '{count} request', other: '{count} requests' },
  services_paused: { one: '{count} paused service', other: '{count} paused services' },
  set_aside: {
    one: '{count} piece of background work set aside',
    other: '{count} pieces of background work set aside',
  },
  supplier_low: { one: '{count} supplier is low on balance', other: '{count} suppliers are low on balance' },
  supplier_stopped: { one: '{count} supplier is stopped', other: '{count} suppliers are stopped' },
  supplier_unreachable: {
    one: '{count} supplier does not answer, orders wait',
    other: '{count} suppliers do not answer, orders wait',
  },
  tickets: { one: '{count} ticket', other: '{count} tickets' },
  waiting_funds: {
    one: '{count} order waits for the balance at its supplier',
    other: '{count} orders wait for the balance at their supplier',
  },
  words_unknown: {
    one: '{count} purchase with words that are not understood',
    other: '{count} purchases with words that are not understood',
  },
} satisfies Record<LineOfKind, Plural>);

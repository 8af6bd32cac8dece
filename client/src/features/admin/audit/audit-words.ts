import type { AuditAction, AuditSubject } from '#shared/audit.ts';
import { micros, nanos, taka } from '#shared/money.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatAmount, formatPrice, formatTaka } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';

export type AuditEntry = Outputs['admin']['audit']['list']['items'][number];

/** The beginning of an audit line, by action. */
export const actionWords: Record<AuditAction, string> = {
  'order.decide': 'Decided order',
  'recharge.decide': 'Decided recharge',
  'recharge.reverse': 'Reversed recharge',
  'user.giveBalance': 'Gave balance to',
  'user.block': 'Blocked',
  'user.unblock': 'Unblocked',
  'user.setRole': 'Changed the role of',
  'user.sendResetLink': 'Sent a reset link to',
  'user.endSessions': 'Logged out everywhere',
  'user.createAdmin': 'Made the admin',
  'user.resetAdmin': 'Let back in the admin',
  'service.create': 'Added service',
  'service.update': 'Changed service',
  'service.delete': 'Deleted service',
  'service.restore': 'Restored service',
  'service.hide': 'Hid service',
  'service.show': 'Showed service',
  'service.reorder': 'Moved service',
  'service.changePrice': 'Changed the price of',
  'catalogue.changePrices': 'Changed many prices',
  'catalogue.import': 'Imported services',
  'image.upload': 'Uploaded a picture',
  'settings.update': 'Changed settings',
  'paymentMethod.create': 'Added payment method',
  'paymentMethod.update': 'Changed payment method',
  'paymentMethod.delete': 'Deleted payment method',
  'notice.create': 'Published notice',
  'notice.update': 'Changed notice',
  'notice.delete': 'Withdrew notice',
  'ticket.reply': 'Answered ticket',
  'ticket.close': 'Closed ticket',
  'savedReply.create': 'Added saved reply',
  'savedReply.update': 'Changed saved reply',
  'savedReply.delete': 'Deleted saved reply',
};

export const subjectWords: Record<AuditSubject, string> = {
  order: 'Orders',
  recharge: 'Recharges',
  user: 'Users',
  service: 'Services',
  catalogue: 'Catalogue',
  image: 'Pictures',
  settings: 'Settings',
  paymentMethod: 'Payment methods',
  notice: 'Notices',
  ticket: 'Tickets',
  savedReply: 'Saved replies',
};

/** A decision's name, by the new status. */
const decided: Record<string, string> = {
  completed: 'Approved',
  approved: 'Approved',
  rejected: 'Rejected',
  partial: 'Partly refunded',
  processing: 'Began',
};

/** An action in words; an unknown action has its stored name. */
export function wordsOf({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  const [what = '', done] = action.split('.');
  const decision = done === 'decide' && typeof after?.status === 'string' ? decided[after.status] : undefined;
  if (decision) return `${decision} ${what}`;
  if (action === 'user.giveBalance' && Number(after?.amountNanos) < 0) return 'Took balance from';
  return (actionWords as Record<string, string>)[action] ?? action;
}

/** One changed field. */
export interface Change {
  label: string;
  /** The old value; undefined if nothing existed. */
  from: string | undefined;
  /** The new value; undefined if nothing is left. */
  to: string | undefined;
}

/** The changes of an entry, field by field, in words. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const valueIn = (facts: AuditEntry['before'], name: string) =>
    facts && Object.hasOwn(facts, name) ? valueWords(name, facts[name]) : undefined;
  return names.map((name) => ({ label: labelOf(name), from: valueIn(before, name), to: valueIn(after, name) }));
}

/** The longest value in the summary; the details have it in full. */
const SHORT = 60;

/** "Price $1.20 → $1.50, Max 99 → 500". */
export function summaryOf(changes: readonly Change[]): string {
  return changes.map(({ label, from, to }) => [label, arrow(short(from), short(to))].join(' ')).join(', ');
}

function arrow(from: string | undefined, to: string | undefined): string {
  return from === undefined || to === undefined ? (to ?? from ?? '') : `${from} → ${to}`;
}

function short(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/\s+/g, ' ');
  return line && line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
}

const labels: Record<string, string> = {
  amountNanos: 'Balance moved',
  avgTimeHours: 'Avg. time (hours)',
  chatUrl: 'Chat link',
  messageCount: 'Messages',
  remaining: 'Undelivered',
  signedOut: 'Logged out everywhere',
  stepsBn: 'Steps in Bengali',
  stepsEn: 'Steps in English',
  ussdCode: 'USSD code',
  videoUrls: 'Videos',
};

const UNIT = /(Nanos|Micros|Paisa|Taka|BasisPoints)$/;

/** `priceMicros` is "Price", `servicesOffset` "Services offset". */
function labelOf(name: string): string {
  const known = Object.hasOwn(labels, name) && labels[name];
  if (known) return known;
  const words = name.replace(UNIT, '').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const STATUS = /^(status|role)$/;

/** The unit is in the field's name. */
function valueWords(name: string, value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberWords(name, value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((each) => valueWords(name, each)).join('\n');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (MOMENT.test(value)) return formatMoment(value);
  return STATUS.test(name) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}

function numberWords(name: string, value: number): string {
  if (name.endsWith('Nanos')) return formatAmount(nanos(value));
  if (name.endsWith('Micros')) return formatPrice(micros(value));
  if (name.endsWith('Taka')) return formatTaka(taka(value));
  if (name.endsWith('Paisa')) return `৳${value / 100}`;
  if (name.endsWith('BasisPoints')) return `${value / 100} %`;
  return name.endsWith('Id') ? `#${value}` : formatCount(value);
}

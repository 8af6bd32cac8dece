import { micros, type Nanos, nanos, taka } from '#shared/money.ts';
import { serviceTypeTexts } from '../../../i18n/en/admin/admin-services.ts';
import { auditActionTexts, auditBulkTexts, auditDecisionTexts, auditTexts } from '../../../i18n/en/admin/audit.ts';
import { auditFieldTexts, auditValueTexts } from '../../../i18n/en/admin/audit-fields.ts';
import { dropTexts, factQualityTexts } from '../../../i18n/en/admin/service-facts.ts';
import { categoryTexts } from '../../../i18n/en/common.ts';
import { linkKindTexts } from '../../../i18n/en/link-fit.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatAmount, formatPrice, formatTaka } from '../../../lib/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';

export type AuditEntry = Outputs['admin']['audit']['list']['items'][number];

/** An action in words; an unknown action has its stored name. */
export function wordsOf({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  const decisions = auditDecisionTexts.get();
  if (action === 'user.giveBalance' && Number(after?.amountNanos) < 0) return decisions.tookBalance;
  return wordIn(decisions, decisionOf({ action, after })) ?? wordIn(auditActionTexts.get(), action) ?? action;
}

/** A bulk in words: "Rejected 741 orders". */
export function bulkWordsOf(entry: Pick<AuditEntry, 'action' | 'after'>, count: number): string {
  const t = auditBulkTexts.get();
  const key = decisionOf(entry) ?? entry.action;
  return t[isKeyOf(t, key) ? key : 'other']({ action: wordsOf(entry), count });
}

/** Names that every object has are not its keys. */
function isKeyOf<Known extends object>(words: Known, key: string): key is Extract<keyof Known, string> {
  return Object.hasOwn(words, key);
}

function wordIn(words: Readonly<Record<string, string>>, key: string | undefined): string | undefined {
  return key !== undefined && isKeyOf(words, key) ? words[key] : undefined;
}

/** "order.rejected" for a decision. */
function decisionOf({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string | undefined {
  const [subject, done] = action.split('.');
  return done === 'decide' && typeof after?.status === 'string' ? `${subject}.${after.status}` : undefined;
}

/** The money that an action moved, as its customer sees it; undefined without any. */
export function movedBy({ after }: Pick<AuditEntry, 'after'>): Nanos | undefined {
  if (typeof after?.amountNanos === 'number') return nanos(after.amountNanos);
  return typeof after?.reversedNanos === 'number' ? nanos(-after.reversedNanos) : undefined;
}

/** One changed field. */
export interface Change {
  /** Its stored name. */
  name: string;
  label: string;
  /** The old value; undefined if nothing existed. */
  from: string | undefined;
  /** The new value; undefined if nothing is left. */
  to: string | undefined;
}

/**
 * The changes of an entry, field by field, in words.
 * @param categoryName the name of a category's slug; without it only those of the ten first tops are known
 */
export function changesOf(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  categoryName: (slug: string) => string = firstTopName,
): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const valueIn = (facts: AuditEntry['before'], name: string) =>
    facts && Object.hasOwn(facts, name) ? valueWords(name, facts[name], categoryName) : undefined;
  return names.map((name) => ({ name, label: labelOf(name), from: valueIn(before, name), to: valueIn(after, name) }));
}

/** The longest value in the summary; the details have it in full. */
const SHORT = 60;

/** "Price $1.20 → $1.50, Max 99 → 500". */
export function summaryOf(changes: readonly Change[]): string {
  return changes
    .filter(isOnLine)
    .map((change) => [labelOnLine(change), arrow(change.from, change.to)].filter(Boolean).join(' '))
    .join(', ');
}

/** A status says by itself what it is. */
export function labelOnLine({ name, label }: Change): string {
  return name === 'status' ? '' : label;
}

/** The money of an action is a column of its own. */
export function isOnLine({ name }: Change): boolean {
  return name !== 'amountNanos';
}

function arrow(from: string | undefined, to: string | undefined): string {
  if (from === undefined || to === undefined) return short(to ?? from ?? '');
  return `${short(from)} → ${short(to)}`;
}

/** A value on one line. */
export function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
}

const UNIT = /(Nanos|Micros|Paisa|Taka|BasisPoints)$/;

/** `priceMicros` is "Price"; a field without a text is named after its stored name. */
function labelOf(name: string): string {
  const plain = name.replace(UNIT, '');
  const words = plain.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return wordIn(auditFieldTexts.get(), plain) ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
/** Fields with the slug of a category. A category's own slug stands as it is. */
const SLUG = /^(category|top|parent)$/;
/** Fields with one of a few stored words. */
const CHOICE = /^(status|role|kind|level|linkFit)$/;

function firstTopName(slug: string): string {
  return wordIn(categoryTexts.get(), slug) ?? slug;
}

/** The unit is in the field's name. */
function valueWords(name: string, value: unknown, categoryName: (slug: string) => string): string {
  const t = auditTexts.get();
  if (value === null || value === '') return t.none;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') return numberWords(name, value);
  if (Array.isArray(value))
    return value.length === 0 ? t.none : value.map((each) => valueWords(name, each, categoryName)).join('\n');
  if (typeof value !== 'string') return JSON.stringify(value);
  if (MOMENT.test(value)) return formatMoment(value);
  if (SLUG.test(name)) return categoryName(value);
  if (name === 'order') return value.split(', ').map(categoryName).join(', ');
  if (name === 'platform') return firstTopName(value);
  if (name === 'quality') return wordIn(factQualityTexts.get(), value) ?? value;
  if (name === 'drop') return wordIn(dropTexts.get(), value) ?? value;
  if (name === 'type') return wordIn(serviceTypeTexts.get(), value) ?? value;
  if (name === 'kinds') return wordIn(linkKindTexts.get(), value) ?? value;
  return (CHOICE.test(name) ? wordIn(auditValueTexts.get(), value) : undefined) ?? value;
}

function numberWords(name: string, value: number): string {
  if (name.endsWith('Nanos')) return formatAmount(nanos(value));
  if (name.endsWith('Micros')) return formatPrice(micros(value));
  if (name.endsWith('Taka')) return formatTaka(taka(value));
  if (name.endsWith('Paisa')) return `৳${formatCount(value / 100)}`;
  if (name.endsWith('BasisPoints')) return `${formatCount(value / 100)} %`;
  return name.endsWith('Id') ? `#${value}` : formatCount(value);
}

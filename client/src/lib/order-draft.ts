import type { OrderField } from '#shared/order-fields.ts';
import { parseId } from '#shared/parse-id.ts';
import { tabStorage } from './storage.ts';

/** The typed values of every order form; a service's type decides which of them are fields. */
export type OrderValues = Record<OrderField, string>;
export const nothingTyped: OrderValues = { link: '', quantity: '', comments: '' };
const names = Object.keys(nothingTyped) as OrderField[];

/** The typed values in the order form of one service. */
export type OrderDraft = Pick<OrderValues, 'link' | 'quantity'> & Partial<OrderValues>;

/** An order's fields as they are typed: its comments one a line. */
export function typedAs(order: OrderedFields): OrderDraft {
  return Object.fromEntries(names.map((name) => [name, [order[name] ?? ''].flat().join('\n')])) as OrderValues;
}
export type OrderedFields = { [Field in OrderField]?: string | number | readonly string[] | null };

/** Whether each field has the same value; a missing one is empty. */
export function isSameOrder(one: OrderDraft, other: OrderDraft): boolean {
  return names.every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

/** The owner of a visitor's drafts, until somebody signs in. */
export const VISITOR_ID = 0;

/** Per user: two people who share a tab must not see each other's links. */
interface DraftOf {
  userId: number;
  serviceId: number;
}

/** The draft stored in this tab until the order succeeds, or null. */
export function readOrderDraft(of: DraftOf): OrderDraft | null {
  return draftIn(tabStorage.readJson(keyOf(of)));
}

/** Reads a stored draft, also one of a version with fewer fields. @returns null if it is none */
export function draftIn(stored: unknown): OrderDraft | null {
  const { link, quantity, ...others } = (stored ?? {}) as Partial<Record<keyof OrderDraft, unknown>>;
  if (typeof link !== 'string' || typeof quantity !== 'string') return null;
  const filled = Object.entries(others).filter(([, value]) => typeof value === 'string' && value !== '');
  return { link, quantity, ...Object.fromEntries(filled) };
}

export function keepOrderDraft(of: DraftOf, draft: OrderDraft): void {
  tabStorage.keep(keyOf(of), JSON.stringify(draftIn(draft)));
  tabStorage.keep(latestKeyOf(of.userId), String(of.serviceId));
}

/** Gives the draft that was typed before signing in to the user; it replaces an older one of theirs. */
export function adoptVisitorDraft({ userId, serviceId }: DraftOf): void {
  const typed = userId === VISITOR_ID ? null : readOrderDraft({ userId: VISITOR_ID, serviceId });
  if (!typed) return;
  keepOrderDraft({ userId, serviceId }, typed);
  forgetOrderDraft({ userId: VISITOR_ID, serviceId });
}

/** The service of the most recently written draft, while it is stored; else null. */
export function latestDraftedService(userId: number): number | null {
  const serviceId = parseId(tabStorage.read(latestKeyOf(userId)) ?? '');
  return serviceId !== null && readOrderDraft({ userId, serviceId }) ? serviceId : null;
}

export function forgetOrderDraft(of: DraftOf): void {
  tabStorage.forget(keyOf(of));
}

/** The name of the money action that sends it. */
export function orderAction(userId: number, serviceId: number): string {
  return `order:${userId}:${serviceId}`;
}

function keyOf({ userId, serviceId }: DraftOf): string {
  return `order-draft:${userId}:${serviceId}`;
}

function latestKeyOf(userId: number): string {
  return `order-draft:${userId}`;
}

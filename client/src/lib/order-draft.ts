import { parseId } from '../../../shared/parse-id.ts';
import { tabStorage } from './storage.ts';

/** What a customer has filled in for one service, and the key under which they last tried to order it. */
export interface OrderDraft {
  link: string;
  /** As typed, so that nothing is lost or reformatted. */
  quantity: string;
  /** Set from the first try on: a try whose answer never came must be repeated with the same key. */
  requestId?: string | undefined;
}

/** Whose draft it is: two people who share a tab share neither links nor keys. */
export interface DraftOf {
  userId: number;
  serviceId: number;
}

/** The draft kept in this tab until the order succeeds, or null. */
export function readOrderDraft(of: DraftOf): OrderDraft | null {
  return parseDraft(tabStorage.readJson(keyOf(of)));
}

/** Without storage the draft lasts as long as the dialog. */
export function keepOrderDraft(of: DraftOf, draft: OrderDraft): void {
  tabStorage.keep(keyOf(of), JSON.stringify(draft));
  tabStorage.keep(latestKeyOf(of.userId), String(of.serviceId));
}

/** The service that the customer last filled in an order for, while that draft is kept; else null. */
export function latestDraftedService(userId: number): number | null {
  const serviceId = parseId(tabStorage.read(latestKeyOf(userId)) ?? '');
  return serviceId !== null && readOrderDraft({ userId, serviceId }) ? serviceId : null;
}

export function forgetOrderDraft(of: DraftOf): void {
  tabStorage.forget(keyOf(of));
}

function keyOf({ userId, serviceId }: DraftOf): string {
  return `order-draft:${userId}:${serviceId}`;
}

function latestKeyOf(userId: number): string {
  return `order-draft:${userId}`;
}

function parseDraft(value: unknown): OrderDraft | null {
  const { link, quantity, requestId } = (value ?? {}) as Partial<OrderDraft>;
  if (typeof link !== 'string' || typeof quantity !== 'string') return null;
  return { link, quantity, ...(typeof requestId === 'string' ? { requestId } : {}) };
}

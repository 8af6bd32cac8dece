import { parseId } from '#shared/parse-id.ts';
import { tabStorage } from './storage.ts';

/** The typed values in the order form of one service. */
export interface OrderDraft {
  link: string;
  quantity: string;
  /** Of a service that takes comments: one a line. */
  comments?: string | undefined;
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

/** Reads a stored draft, also one of a version without comments. @returns null if it is none */
export function draftIn(stored: unknown): OrderDraft | null {
  const { link, quantity, comments } = (stored ?? {}) as Partial<Record<keyof OrderDraft, unknown>>;
  if (typeof link !== 'string' || typeof quantity !== 'string') return null;
  return { link, quantity, ...(typeof comments === 'string' && comments && { comments }) };
}

/** Without storage the draft lasts as long as the form. */
export function keepOrderDraft(of: DraftOf, draft: OrderDraft): void {
  tabStorage.keep(keyOf(of), JSON.stringify({ ...draft, comments: draft.comments || undefined }));
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

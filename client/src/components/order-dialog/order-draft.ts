/** What a customer has filled in for one service, and the key under which they last tried to order it. */
export interface OrderDraft {
  link: string;
  /** As typed, so that nothing is lost or reformatted. */
  quantity: string;
  /** Set from the first try on: a try whose answer never came must be repeated with the same key. */
  requestId?: string | undefined;
}

/** Whose draft it is: two people who share a tab share neither links nor keys. */
interface DraftOf {
  userId: number;
  serviceId: number;
}

/** The draft kept in this tab until the order succeeds, or null. */
export function readDraft(of: DraftOf): OrderDraft | null {
  try {
    return parseDraft(JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null'));
  } catch {
    return null;
  }
}

export function saveDraft(of: DraftOf, draft: OrderDraft): void {
  try {
    sessionStorage.setItem(keyOf(of), JSON.stringify(draft));
  } catch {
    // Without storage the draft lasts as long as the dialog.
  }
}

export function forgetDraft(of: DraftOf): void {
  try {
    sessionStorage.removeItem(keyOf(of));
  } catch {
    // Nothing was kept where there is no storage.
  }
}

function keyOf({ userId, serviceId }: DraftOf): string {
  return `order-draft:${userId}:${serviceId}`;
}

function parseDraft(value: unknown): OrderDraft | null {
  const { link, quantity, requestId } = (value ?? {}) as Partial<OrderDraft>;
  if (typeof link !== 'string' || typeof quantity !== 'string') return null;
  return { link, quantity, ...(typeof requestId === 'string' ? { requestId } : {}) };
}

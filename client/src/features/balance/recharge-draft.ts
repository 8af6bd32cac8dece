import { z } from 'zod';
import { rechargeAmount } from '../../../../shared/balance.ts';
import { parseDollars, taka } from '../../../../shared/money.ts';
import { session } from '../../lib/session.ts';
import { tabStorage } from '../../lib/storage.ts';

/** What was typed on Add Balance, complete or not: the method's name, dollars as typed, and the total shown beside them. */
const typedDraft = z.object({ method: z.string(), amount: z.string(), total: z.int().min(1).nullable() });
export type TypedDraft = z.output<typeof typedDraft>;

/** A whole choice: what the payment screen is about. */
const rechargeDraft = z
  .object({
    method: z.string().min(1),
    amount: z.string().transform((text) => parseDollars(text)),
    total: z.int().min(1),
  })
  .transform(({ method, amount, total }) => ({ method, amountNanos: amount, totalTaka: taka(total) }))
  .refine(({ amountNanos }) => rechargeAmount.safeParse(amountNanos).success);
export type RechargeDraft = z.output<typeof rechargeDraft> & { amountNanos: number };

const emptyDraft: TypedDraft = { method: '', amount: '', total: null };

/** Kept for the tab, per user, so that a reload loses nothing and nobody sees another's choice. */
const storageKey = () => `recharge:${session.get().user?.id ?? ''}`;

export function readTypedDraft(): TypedDraft {
  const parsed = typedDraft.safeParse(tabStorage.readJson(storageKey()));
  return parsed.success ? parsed.data : emptyDraft;
}

/** Without storage the choice still travels as navigation state. */
export function keepTypedDraft(draft: TypedDraft): void {
  tabStorage.keep(storageKey(), JSON.stringify(draft));
}

export function forgetTypedDraft(): void {
  tabStorage.forget(storageKey());
}

/**
 * The choice that the payment screen was opened with, else the one kept for this tab.
 * @param state navigation state, which anything may have put there
 * @returns null when there is no whole choice of method, amount and total
 */
export function readRechargeDraft(state: unknown): RechargeDraft | null {
  for (const candidate of [state, tabStorage.readJson(storageKey())]) {
    const parsed = rechargeDraft.safeParse(candidate);
    if (parsed.success) return parsed.data as RechargeDraft;
  }
  return null;
}

import { z } from 'zod';
import { rechargeAmount } from '#shared/balance.ts';
import { takaOut } from '#shared/numbers.ts';
import { session } from '../../lib/session.ts';
import { tabStorage } from '../../lib/storage.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';

/** The values of Add Balance, complete or not: the method's name, dollars as typed, and the displayed total. */
const typedDraft = z.object({ method: z.string(), amount: z.string(), total: takaOut.min(1).nullable() });
export type TypedDraft = z.output<typeof typedDraft>;

/** Whether the terms were accepted for this recharge. */
const acceptedTerms = z.object({ terms: z.boolean().catch(false) });

/** The transaction ID as typed on the payment screen. */
const typedReference = z.object({ reference: z.string().catch('') });

/** A complete choice, for the payment screen. */
const rechargeDraft = z
  .object({
    method: z.string().min(1),
    amount: typedDollars(rechargeAmount, 'Amount is required'),
    total: takaOut.min(1),
  })
  .transform(({ method, amount, total }) => ({ method, amountNanos: amount, totalTaka: total }));
export type RechargeDraft = z.output<typeof rechargeDraft>;

const emptyDraft: TypedDraft = { method: '', amount: '', total: null };

/** Per tab and user, so that a reload loses nothing and users do not see each other's choice. */
const storageKey = () => `recharge:${session.get().user?.id ?? ''}`;

export function readTypedDraft(): TypedDraft {
  const parsed = typedDraft.safeParse(readKept());
  return parsed.success ? parsed.data : emptyDraft;
}

export function keepTypedDraft(draft: TypedDraft): void {
  keepPart(draft);
}

export function readAcceptedTerms(): boolean {
  return acceptedTerms.parse(readKept()).terms;
}

export function keepAcceptedTerms(terms: boolean): void {
  keepPart({ terms });
}

export function readTypedReference(): string {
  return typedReference.parse(readKept()).reference;
}

export function keepTypedReference(reference: string): void {
  keepPart({ reference });
}

export function forgetTypedDraft(): void {
  tabStorage.forget(storageKey());
}

/**
 * The choice that opened the payment screen, else the one stored in this tab.
 * @param state navigation state, which may contain anything
 * @returns null without a complete choice of method, amount and total
 */
export function readRechargeDraft(state: unknown): RechargeDraft | null {
  for (const candidate of [state, readKept()]) {
    const parsed = rechargeDraft.safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  return null;
}

function readKept(): object {
  const kept = tabStorage.readJson(storageKey());
  return typeof kept === 'object' && kept !== null ? kept : {};
}

/** Each screen stores its own part and keeps the other's. */
function keepPart(part: object): void {
  tabStorage.keep(storageKey(), JSON.stringify({ ...readKept(), ...part }));
}

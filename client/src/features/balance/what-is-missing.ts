import { addBalanceTexts } from '../../i18n/en/add-balance.ts';

interface Choice {
  method: string;
  /** As typed. */
  amount: string;
  /** Whether what was typed is an amount that can be added. */
  amountIsValid: boolean;
  terms: boolean;
}

/** Why "Go to Payment" is not active yet, as one sentence; null when nothing is missing. */
export function whatIsMissing({ method, amount, amountIsValid, terms }: Choice): string | null {
  const t = addBalanceTexts.get();
  const missing: string[] = [];
  if (!method) missing.push(t.todoMethod);
  if (!amountIsValid) missing.push(amount.trim() ? t.todoCorrect : t.todoAmount);
  if (!terms) missing.push(t.todoAccept);
  const [first, second, third] = missing;
  if (first === undefined) return null;
  if (second === undefined) return t.toGoOnOne({ first });
  return third === undefined ? t.toGoOnTwo({ first, second }) : t.toGoOnThree({ first, second, third });
}

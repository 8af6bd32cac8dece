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
  const missing: string[] = [];
  if (!method) missing.push('choose a payment method');
  if (!amountIsValid) missing.push(amount.trim() ? 'correct the amount' : 'enter an amount');
  if (!terms) missing.push('accept the terms');
  const last = missing.pop();
  if (last === undefined) return null;
  const list = missing.length > 0 ? `${missing.join(', ')} and ${last}` : last;
  return `To go on, ${list}.`;
}

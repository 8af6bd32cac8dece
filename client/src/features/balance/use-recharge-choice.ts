import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { z } from 'zod';
import { type MethodsOut, rechargeAmount } from '#shared/balance.ts';
import { nanos, takaFor } from '#shared/money.ts';
import { addBalanceTexts } from '../../i18n/en/add-balance.ts';
import { readAmountToAdd } from '../../lib/amount-to-add.ts';
import { useSchemaForm } from '../../lib/form.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
import {
  keepAcceptedTerms,
  keepTypedDraft,
  readAcceptedTerms,
  readTypedDraft,
  type TypedDraft,
} from './recharge-draft.ts';

const choice = z.object({
  method: z.string().min(1, 'Payment method is required'),
  // All decimals are parsed, so that a third one gets its own message.
  amount: typedDollars(rechargeAmount, 'Enter an amount in dollars, such as 12.50', 9),
  terms: z.boolean(),
});

/** Method, amount and terms as a form, with the resulting sums. A reload and going back keep them. */
export function useRechargeChoice({ methods, ratePaisa }: Pick<MethodsOut, 'methods' | 'ratePaisa'>) {
  const t = useStore(addBalanceTexts);
  const missingAmount = useMissingAmount();
  const form = useSchemaForm(choice, startingValues(methods, missingAmount));
  const typed = form.watch();
  const { method, amount, terms } = typed;

  const parsed = choice.shape.amount.safeParse(amount);
  const amountNanos = parsed.success ? parsed.data : nanos(0);
  const totalTaka = takaFor(amountNanos, ratePaisa);
  const draft: TypedDraft = { method, amount: amount.trim(), total: totalTaka > 0 ? totalTaka : null };

  useEffect(() => {
    keepTypedDraft({ method: draft.method, amount: draft.amount, total: draft.total });
  }, [draft.method, draft.amount, draft.total]);
  useEffect(() => keepAcceptedTerms(terms), [terms]);

  return {
    form,
    typed,
    draft,
    amountNanos,
    totalTaka,
    amountHint: parsed.success && totalTaka === 0 ? t.belowOneTaka : t.amountHint,
    missing: missingSteps({ method, amount, amountIsValid: parsed.success && totalTaka > 0, terms }),
  };
}

/** The amount that an order lacks, if an order led here; after a reload or going back, the typed amount is used. */
function useMissingAmount(): string | undefined {
  const location = useLocation();
  const isNew = useNavigationType() !== 'POP';
  return isNew ? readAmountToAdd(location.state) : undefined;
}

/** The values stored in this tab, without a method that is no longer available. A request ends the draft, so terms are accepted for each. */
function startingValues(methods: MethodsOut['methods'], missingAmount: string | undefined) {
  const { method, amount } = readTypedDraft();
  return {
    method: methods.some(({ name }) => name === method) ? method : '',
    amount: missingAmount ?? amount,
    terms: readAcceptedTerms(),
  };
}

interface Choice {
  method: string;
  /** As typed. */
  amount: string;
  /** Whether the typed amount can be added. */
  amountIsValid: boolean;
  terms: boolean;
}

/** The steps before "Go to Payment" is active, in one sentence; null if there are none. */
export function missingSteps({ method, amount, amountIsValid, terms }: Choice): string | null {
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

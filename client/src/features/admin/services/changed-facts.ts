import { type FactFields, factFields } from '#shared/facts.ts';
import { parseCount } from '../../../lib/parse-typed.ts';
import { qualityIn } from './service-form.ts';

/** The facts of a change of many services, as they are chosen and typed. */
export interface TypedFacts {
  facts: '' | 'as_read' | 'chosen';
  /** The one to set by hand. */
  fact: '' | keyof FactFields;
  /** Its value as the service form has it; empty for "not said". */
  factValue: string;
}

export const noFactsChosen: TypedFacts = { facts: '', fact: '', factValue: '' };

/** The facts to set; null if that is not complete, and the error of what was typed. */
export function readTypedFacts({ facts, fact, factValue }: TypedFacts): {
  facts: 'as_read' | Partial<FactFields> | null;
  error: string | null;
} {
  if (facts === 'as_read') return { facts, error: null };
  if (facts === '' || fact === '') return { facts: null, error: null };
  if (fact === 'autoRefill' && factValue === '') return { facts: null, error: null };
  const { data = null, error } = factFields.partial().safeParse({ [fact]: valueOf(fact, factValue.trim()) });
  return { facts: data, error: error?.issues[0]?.message ?? null };
}

function valueOf(fact: keyof FactFields, typed: string): unknown {
  if (fact === 'autoRefill') return typed === 'yes';
  if (typed === '') return null;
  if (fact === 'quality') return qualityIn(typed);
  if (fact === 'startMinutes') return Number(typed);
  return fact === 'speedPerDay' ? (parseCount(typed) ?? typed) : typed;
}

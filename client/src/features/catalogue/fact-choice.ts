import { oneOf } from '../../lib/url-state.ts';

/** The least refill in days, the latest start in hours, and the countries to choose from. */
export const choices = {
  refill: ['30', '90', '365'],
  start: ['1', '6', '24'],
  country: ['BD', 'IN', 'PK', 'US', 'GB', 'AE', 'BR', 'TR', 'RU'],
} as const;
export type Fact = keyof typeof choices;
export const facts = Object.keys(choices) as Fact[];

/** The facts that a list is filtered by, each as its parameter in the URL. */
export type FactChoice = { [Name in Fact]?: string | undefined };

/** Reads them from the URL; others than those to choose from are ignored. */
export function factChoiceIn(params: URLSearchParams): FactChoice {
  return Object.fromEntries(facts.map((name) => [name, oneOf<string>(params.get(name) ?? '', choices[name])]));
}

/** The same for the server. */
export function factInput({ refill, start, country }: FactChoice) {
  return {
    ...(refill ? { refillDaysMin: Number(refill) } : {}),
    ...(start ? { startsWithinHours: Number(start) } : {}),
    ...(country ? { country } : {}),
  };
}

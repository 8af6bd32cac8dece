import { latinDigits } from './latin-digits.ts';
import { hasSteps, isPlaceholderRecipient, type PaymentMethod } from './payment-methods.ts';

/** Mobile wallets whose numbers have a known form, by their names in English or Bengali. */
const wallets = [
  {
    name: 'Bkash',
    names: /bkash|বিকাশ/i,
    form: /^01\d{9}$/,
    problem: 'This number must have 11 digits and begin with 01',
  },
  {
    name: 'Nagad',
    names: /nagad|নগদ/i,
    form: /^01\d{9}$/,
    problem: 'This number must have 11 digits and begin with 01',
  },
  {
    name: 'Rocket',
    names: /rocket|রকেট/i,
    form: /^01\d{9,10}$/,
    problem: 'This number must have 11 or 12 digits and begin with 01',
  },
] as const;

type Method = Pick<PaymentMethod, 'name' | 'kind' | 'recipient'>;

/** The wallet that determines the form of the method's number; undefined for other methods and for QR codes. */
export function walletOf({ name, kind }: Omit<Method, 'recipient'>): (typeof wallets)[number] | undefined {
  return hasSteps(kind) ? wallets.find(({ names }) => names.test(name)) : undefined;
}

/** A number in Latin digits without spaces and dashes. */
export function plainNumber(number: string): string {
  return latinDigits(number.replace(/[\s\p{Pd}]/gu, ''));
}

/** The first number that is there twice; undefined if each is there once. */
export function doubledNumber(numbers: readonly string[]): string | undefined {
  return numbers.find((number, at) => numbers.slice(0, at).some((other) => plainNumber(other) === plainNumber(number)));
}

/**
 * Checks the number that customers pay to against its wallet's form.
 * @param before the stored recipient; an unchanged one always passes
 * @returns the recipient to store, in Latin digits without spaces and dashes, and the problem, if any
 */
export function judgeRecipient(method: Method, before?: string): { recipient: string; problem?: string } {
  const { recipient } = method;
  const wallet = walletOf(method);
  if (!wallet || recipient === before || isPlaceholderRecipient(recipient)) return { recipient };
  const digits = plainNumber(recipient);
  if (digits === before || wallet.form.test(digits)) return { recipient: digits };
  return { recipient: digits, problem: wallet.problem };
}

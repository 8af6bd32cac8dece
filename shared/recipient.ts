import { isPlaceholderRecipient, type PaymentMethod } from './settings.ts';

/** Wallets whose numbers have a form, by their names as a method bears them in English or Bengali. */
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

/** The wallet whose form the method's number has to have; undefined for any other method, and for a code to scan. */
export function walletOf({ name, kind }: Omit<Method, 'recipient'>): (typeof wallets)[number] | undefined {
  return kind === 'mobile' ? wallets.find(({ names }) => names.test(name)) : undefined;
}

/**
 * The number that customers pay to, checked against its method's form.
 * @param before what is stored; a recipient that stays as it is always passes
 * @returns it as it is to be stored, without spaces and dashes and in Latin digits, and what is wrong with it, if anything.
 *   A placeholder and the recipient of a method without a form stay as they are.
 */
export function judgeRecipient(method: Method, before?: string): { recipient: string; problem?: string } {
  const { recipient } = method;
  const wallet = walletOf(method);
  if (!wallet || recipient === before || isPlaceholderRecipient(recipient)) return { recipient };
  const digits = recipient.replace(/[\s\p{Pd}]/gu, '').replace(/[০-৯]/g, latinDigit);
  if (digits === before || wallet.form.test(digits)) return { recipient: digits };
  return { recipient: digits, problem: wallet.problem };
}

const BENGALI_ZERO = '০'.charCodeAt(0);

function latinDigit(digit: string): string {
  return String(digit.charCodeAt(0) - BENGALI_ZERO);
}

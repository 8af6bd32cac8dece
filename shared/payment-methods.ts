import { z } from 'zod';
import { isHttpUrl, isOwnPath } from './http-url.ts';
import { id } from './numbers.ts';
import { text } from './text.ts';

/** Paisa (1/100 taka) to pay for a dollar. */
export const ratePaisa = z
  .int()
  .min(1, 'The rate must be more than 0')
  .max(10_000_000)
  .brand<'PaisaPerDollar', 'inout'>();

/** One step of a payment method's instructions. */
const methodStep = text({ min: [1], max: [300] });

/** Kinds that are paid in numbered steps, and kinds that are paid by scanning a code. */
export const stepKinds = ['mobile'] as const;
export const codeKinds = ['qr'] as const;
export const methodKinds = [...stepKinds, ...codeKinds] as const;

export function hasSteps(kind: (typeof methodKinds)[number]): boolean {
  return stepKinds.some((each) => each === kind);
}

/** One way to pay. `{number}` and `{amount}` in the steps stand for the recipient and the taka to send. */
const methodFields = {
  name: text({ min: [1, 'Name is required'], max: [40, 'Name must be at most 40 characters'] }),
  kind: z.enum(methodKinds),
  ussdCode: text({ max: [20, 'USSD code must be at most 20 characters'] }).nullable(),
  recipient: text({ min: [1, 'Recipient is required'], max: [100, 'Recipient must be at most 100 characters'] }),
  stepsBn: z.array(methodStep).max(12),
  stepsEn: z.array(methodStep).max(12),
  /** A path of this panel (`/payments/bkash.svg`) or a URL. */
  logo: text({
    max: [2048, 'Logo must be at most 2048 characters'],
    form: [(logo) => isHttpUrl(logo) || isOwnPath(logo), 'Logo must be an http or https address, or a path'],
  }).nullable(),
  active: z.boolean(),
  position: z.int().min(0).max(1000),
};

/** A number of a method, of which the first one with room is displayed. */
const account = z.strictObject({
  number: text({ min: [1, 'Number is required'], max: [100, 'Number must be at most 100 characters'] }),
  name: text({ max: [40, 'Name must be at most 40 characters'] }),
  /** The most taka that it takes a day; null without a limit. */
  mostTakaADay: z.int().min(1, 'Enter a whole number from 1 to 10,000,000').max(10_000_000).nullable(),
  paused: z.boolean(),
});
export type PaymentAccount = z.output<typeof account>;
export const MOST_ACCOUNTS = 20;
export const accounts = z.array(account).max(MOST_ACCOUNTS);

/** In the order in which they are displayed; without any, customers pay to the recipient. */
export const paymentMethod = z.object({ id, ...methodFields, accounts });
export type PaymentMethod = z.output<typeof paymentMethod>;
/** Without an id a new method is made. */
export const savePaymentMethodInput = z.strictObject({
  id: id.optional(),
  ...methodFields,
  /** Without them they stay. */
  accounts: accounts.optional(),
  /** The method that the admin saw; if it differs by now, nothing changes. */
  expectedMethod: z.strictObject({ ...methodFields, accounts: accounts.optional() }).optional(),
});
export type SavePaymentMethodInput = z.output<typeof savePaymentMethodInput>;
export const paymentMethodIdInput = z.strictObject({ id });

/** Whether a recipient is a sample of a new shop: a number with X for digits. Letters within an address do not count. */
export function isPlaceholderRecipient(recipient: string): boolean {
  return recipient.split(/\s+/).some((word) => /^[\dX()+.-]+$/i.test(word) && /X{3}/i.test(word));
}

/** Whether customers can't pay by a method yet: all its numbers are samples. */
export function hasOnlyPlaceholders({
  recipient,
  accounts: own,
}: Pick<PaymentMethod, 'recipient' | 'accounts'>): boolean {
  const numbers = own.length > 0 ? own.map(({ number }) => number) : [recipient];
  return numbers.every(isPlaceholderRecipient);
}

/** A step with the number to pay and the taka put in. */
export function fillStep(step: string, values: { number: string; amount: string }): string {
  return step.replaceAll('{number}', values.number).replaceAll('{amount}', values.amount);
}

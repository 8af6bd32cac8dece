import { z } from 'zod';
import { isHttpUrl, isOwnPath } from './http-url.ts';
import { id } from './numbers.ts';
import { text } from './text.ts';
import { isTimeZone, MAX_ZONE_LENGTH } from './time-zone.ts';
import { email } from './users.ts';

const httpUrl = text({
  max: [2048, 'Must be at most 2048 characters'],
  form: [isHttpUrl, 'Must be an http or https address'],
});
/** One step of a payment method's instructions. */
const methodStep = text({ min: [1], max: [300] });
/** As IANA names it: `Asia/Dhaka`. */
const timeZone = text({ max: [MAX_ZONE_LENGTH, 'Unknown time zone'], form: [isTimeZone, 'Unknown time zone'] });
const offset = z.int().min(0, 'Must be 0 or more').max(1_000_000_000);

/** Paisa (1/100 taka) to pay for a dollar. */
export const ratePaisa = z
  .int()
  .min(1, 'The rate must be more than 0')
  .max(10_000_000)
  .brand<'PaisaPerDollar', 'inout'>();

/** The shop's settings. Rate and fee are in hundredths: paisa per dollar, and basis points. */
export const settingsFields = z.object({
  ratePaisa,
  /** The struck-out fee in 1/100 of a percent; it is shown and never charged. */
  feeBasisPoints: z.int().min(0).max(10_000),
  chatUrl: httpUrl.nullable(),
  /** Where customers write to. */
  supportEmail: email.nullable(),
  videoUrls: z.array(httpUrl).max(3, 'At most 3 videos'),
  servicesOffset: offset,
  ordersOffset: offset,
  usersOffset: offset,
  /** Where the shop's days begin at midnight, and which every date is shown in. */
  timeZone,
});
/** Without a support address or a time zone the one that is stored stays. */
export const updateSettingsInput = z.strictObject({
  ...settingsFields.shape,
  supportEmail: settingsFields.shape.supportEmail.optional(),
  timeZone: timeZone.optional(),
  /** The settings that the admin saw; if they differ by now, nothing changes. */
  expectedSettings: z.strictObject(settingsFields.shape).partial().optional(),
});
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;
export type Settings = z.output<typeof settingsFields>;

/** The settings that every screen needs. */
export const publicSettings = settingsFields
  .pick({ chatUrl: true, supportEmail: true, videoUrls: true, timeZone: true })
  .extend({
    passwordMinLength: z.int(),
    /** Whether methods with a placeholder for a recipient are offered, to try the panel out: everywhere but in production. */
    offersSamples: z.boolean(),
    /** The panel's address in production. */
    publicUrl: z.string().optional(),
  });
export type PublicSettings = z.output<typeof publicSettings>;

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

export const paymentMethod = z.object({ id, ...methodFields });
export type PaymentMethod = z.output<typeof paymentMethod>;
/** Without an id a new method is made. */
export const savePaymentMethodInput = z.strictObject({
  id: id.optional(),
  ...methodFields,
  /** The method that the admin saw; if it differs by now, nothing changes. */
  expectedMethod: z.strictObject(methodFields).optional(),
});
export type SavePaymentMethodInput = z.output<typeof savePaymentMethodInput>;
export const paymentMethodIdInput = z.strictObject({ id });

/** Whether a recipient is a sample of a new shop: a number with X for digits. Letters within an address do not count. */
export function isPlaceholderRecipient(recipient: string): boolean {
  return recipient.split(/\s+/).some((word) => /^[\dX()+.-]+$/i.test(word) && /X{3}/i.test(word));
}

/** A step with the number to pay and the taka put in. */
export function fillStep(step: string, values: { number: string; amount: string }): string {
  return step.replaceAll('{number}', values.number).replaceAll('{amount}', values.amount);
}

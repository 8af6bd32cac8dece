import { z } from 'zod';
import { isHttpUrl, isOwnPath } from './http-url.ts';
import { paisaPerDollar } from './money.ts';
import { id } from './numbers.ts';
import { text } from './text.ts';
import { DEFAULT_TIME_ZONE, isTimeZone, MAX_ZONE_LENGTH } from './time-zone.ts';
import { email } from './users.ts';

const httpUrl = text({
  max: [2048, 'Must be at most 2048 characters'],
  form: [isHttpUrl, 'Must be an http or https address'],
});
/** One step of a payment method's instructions. */
const methodStep = text({ min: [1], max: [300] });
/** As IANA names it: `Asia/Dhaka`. */
const timeZone = text({ max: [MAX_ZONE_LENGTH, 'Unknown time zone'], form: [isTimeZone, 'Unknown time zone'] });

/** Paisa (1/100 taka) to pay for a dollar. */
export const ratePaisa = z
  .int()
  .min(1, 'The rate must be more than 0')
  .max(10_000_000)
  .brand<'PaisaPerDollar', 'inout'>();

/** How a setting is stored first, and shown in the admin's settings. */
interface SettingOf<Kind extends string, Value, Rule = z.ZodType<Value, Value>> {
  /** The title of its section. */
  section: 'Rate and fee' | 'Links' | 'Figures' | 'Time zone';
  label: string;
  /** Its kind of field. */
  kind: Kind;
  rule: Rule;
  /** The value of a new shop. */
  initial: Value;
  hint?: string;
  placeholder?: string;
}
export type TextSetting = SettingOf<'url' | 'email', string | null>;
export interface NumberSetting extends SettingOf<'count' | 'dollars' | 'hundredths', number> {
  /** Refuses other text. */
  malformed: string;
  /** Refuses a number that breaks the rule; without it, `malformed` does. */
  outOfRange?: string;
}
export interface UrlsSetting extends SettingOf<'urls', string[], z.ZodArray<z.ZodType<string, string>>> {
  /** The labels of its fields. */
  fields: readonly string[];
}
export type Setting = TextSetting | NumberSetting | UrlsSetting | SettingOf<'timeZone', string>;

const videos = ['Video 1', 'Video 2', 'Video 3'];
const link = { section: 'Links', initial: null } as const;
const added = {
  section: 'Figures',
  kind: 'count',
  rule: z.int().min(0, 'Must be 0 or more').max(1_000_000_000),
  malformed: 'Enter a whole number from 0 to 1,000,000,000',
} as const;

/** The shop's settings, in the order of the admin's page. `db/schema/settings.ts` has a column for each. */
export const shopSettings = {
  ratePaisa: {
    section: 'Rate and fee',
    label: 'Taka per dollar',
    kind: 'hundredths',
    rule: ratePaisa,
    initial: paisaPerDollar(12_600),
    hint: 'Requests already sent keep their rate.',
    malformed: 'Enter taka with up to 2 decimals, such as 126 or 126.50',
    outOfRange: 'Enter a rate from 0.01 to 100,000 taka',
  },
  /** The struck-out fee in 1/100 of a percent; it is shown and never charged. */
  feeBasisPoints: {
    section: 'Rate and fee',
    label: 'Extra fee in percent',
    kind: 'hundredths',
    rule: z.int().min(0).max(10_000),
    initial: 185,
    hint: 'Shown struck out beside NO EXTRA FEE, never charged.',
    malformed: 'Enter a percentage with up to 2 decimals, such as 1.85',
    outOfRange: 'Enter at most 100 percent',
  },
  chatUrl: { ...link, label: 'Support chat', kind: 'url', rule: httpUrl.nullable(), placeholder: 'https://t.me/…' },
  /** Where customers write to. */
  supportEmail: { ...link, label: 'Support email', kind: 'email', rule: email.nullable(), placeholder: 'help@…' },
  videoUrls: {
    section: 'Links',
    label: 'Videos',
    fields: videos,
    kind: 'urls',
    rule: z.array(httpUrl).max(videos.length, 'At most 3 videos'),
    initial: [],
    placeholder: 'https://www.youtube.com/watch?v=…',
  },
  servicesOffset: { ...added, initial: 500, label: 'Services added' },
  ordersOffset: { ...added, initial: 1383, label: 'Orders added' },
  usersOffset: { ...added, initial: 1200, label: 'Users added' },
  /** Where the shop's days begin at midnight, and which every date is shown in. */
  timeZone: { section: 'Time zone', label: 'Time zone', kind: 'timeZone', rule: timeZone, initial: DEFAULT_TIME_ZONE },
} satisfies Record<string, Setting>;
export type SettingName = keyof typeof shopSettings;
export const settingEntries = Object.entries(shopSettings) as [SettingName, Setting][];

function valuesOf<Key extends 'rule' | 'initial'>(key: Key) {
  const values = settingEntries.map(([name, setting]) => [name, setting[key]]);
  return Object.fromEntries(values) as { [Name in SettingName]: (typeof shopSettings)[Name][Key] };
}

export const initialSettings = valuesOf('initial');
export const settingsFields = z.object(valuesOf('rule'));
export type Settings = z.output<typeof settingsFields>;
/** The settings that visitors may read. */
export const publicFields = settingsFields.pick({ chatUrl: true, supportEmail: true, videoUrls: true, timeZone: true });

export const updateSettingsInput = z.strictObject({
  // Older callers do not name the settings that came later, which stay as they are.
  ...settingsFields.partial({ supportEmail: true, timeZone: true }).shape,
  /** The settings that the admin saw; if they differ by now, nothing changes. */
  expectedSettings: z.strictObject(settingsFields.shape).partial().optional(),
});
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;

/** The settings that every screen needs. */
export const publicSettings = publicFields.extend({
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

import { z } from 'zod';
import { isHttpUrl, isOwnPath } from './http-url.ts';
import { readImagePath } from './images.ts';
import { type Language, languages } from './languages.ts';
import type { Localized } from './localized.ts';
import { NANOS_PER_CENT, NANOS_PER_DOLLAR, nanos, paisaPerDollar } from './money.ts';
import { nanosIn } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { type LinkFit, linkFits } from './paste/fit.ts';
import { ratePaisa } from './payment-methods.ts';
import { initialBrandColor, initialShopName } from './shop-name.ts';
import {
  initialAboutText,
  initialHeroText,
  initialHeroTitle,
  initialRefundText,
  initialTermsText,
} from './shop-texts.ts';
import { text } from './text.ts';
import { DEFAULT_TIME_ZONE, isTimeZone, MAX_ZONE_LENGTH } from './time-zone.ts';
import { email } from './users.ts';

const httpUrl = text({
  max: [2048, 'Must be at most 2048 characters'],
  form: [isHttpUrl, 'Must be an http or https address'],
});
const videoUrl = text({
  max: [2048, 'Must be at most 2048 characters'],
  form: [(url) => isHttpUrl(url) || isOwnPath(url), 'Must be an http or https address, or a path of this panel'],
});
/** As IANA names it: `Asia/Dhaka`. */
const timeZone = text({ max: [MAX_ZONE_LENGTH, 'Unknown time zone'], form: [isTimeZone, 'Unknown time zone'] });
const uploadedImagePath = text({
  max: [100, 'Choose a picture'],
  form: [(path) => readImagePath(path) !== null, 'Choose a picture'],
});

/** The most characters of each text; `db/schema/settings.ts` has the same limits. */
export const textLimits = {
  shopName: 40,
  contact: 500,
  heroTitle: 100,
  heroText: 300,
  footerText: 300,
  aboutText: 10_000,
  termsText: 10_000,
  refundText: 10_000,
} as const;

/** One rule for the text in each language. */
function localized(rule: z.ZodType<string, string>) {
  const fields = Object.fromEntries(languages.map((language) => [language, rule]));
  return z.strictObject(fields as Record<Language, typeof rule>);
}

const tooLong = (max: number): [number, string] => [max, `Must be at most ${max} characters`];
const oneLine = [isOneLine, 'Must be one line, without control characters'] as [typeof isOneLine, string];
const oneLineIn = (max: number) => localized(text({ max: tooLong(max), form: oneLine }));
const linesIn = (max: number) => localized(text({ max: tooLong(max) }));

/** The sections of the admin's settings. */
export const settingSections = [
  'shop',
  'home',
  'pages',
  'rate',
  'links',
  'figures',
  'requests',
  'evidence',
  'security',
  'api',
  'timeZone',
] as const;
export type SettingSection = (typeof settingSections)[number];

/** How a setting is stored first, and edited in the admin's settings. Its label is in the client's texts, under its name. */
interface SettingOf<Kind extends string, Value, Rule = z.ZodType<Value, Value>> {
  section: SettingSection;
  /** Its kind of field. */
  kind: Kind;
  rule: Rule;
  /** The value of a new shop. */
  initial: Value;
  placeholder?: string;
}
export type LinkSetting = SettingOf<'url' | 'email', string | null>;
export interface NumberSetting extends SettingOf<'count' | 'dollars' | 'hundredths', number> {
  /** Refuses other text. */
  malformed: string;
  /** Refuses a number that breaks the rule; without it, `malformed` does. */
  outOfRange?: string;
}
export interface UrlsSetting extends SettingOf<'urls', string[], z.ZodArray<z.ZodType<string, string>>> {
  /** The number of its fields. */
  count: number;
}
/** A text in each language. One language may be empty: its readers see the other. */
export interface LocalizedSetting
  extends SettingOf<'localizedText' | 'localizedMarkdown', Localized, ReturnType<typeof localized>> {
  /** The height of its fields in lines; one without. */
  lines?: number;
}
export interface ChoiceSetting extends SettingOf<'choice', LinkFit> {
  options: typeof linkFits;
}
export type Setting =
  | LinkSetting
  | NumberSetting
  | UrlsSetting
  | LocalizedSetting
  | SettingOf<'text' | 'color' | 'timeZone', string>
  | SettingOf<'image', string | null>
  | ChoiceSetting
  | SettingOf<'switch', boolean>;

const VIDEO_COUNT = 3;
const link = { section: 'links', initial: null } as const;
const added = {
  section: 'figures',
  kind: 'count',
  rule: z.int().min(0, 'Must be 0 or more').max(1_000_000_000),
  malformed: 'Enter a whole number from 0 to 1,000,000,000',
} as const;
/** A year. */
const MAX_COOLDOWN_HOURS = 8760;
/** The largest limit above which re-authentication is required. */
const MAX_LIMIT_NANOS = nanos(100_000 * NANOS_PER_DOLLAR);
const limit = {
  section: 'security',
  kind: 'dollars',
  rule: nanosIn
    .min(0, 'Must be 0 or more')
    .max(MAX_LIMIT_NANOS, 'Must be at most $100,000')
    .multipleOf(NANOS_PER_CENT, 'Amount may have at most 2 decimals'),
  malformed: 'Enter dollars from 0 to 100,000, with up to 2 decimals',
} as const;
/** What a message credits at most without a person. */
const cap = { ...limit, section: 'evidence' } as const;
const page = { section: 'pages', kind: 'localizedMarkdown', lines: 7 } as const;
const image = { section: 'shop', kind: 'image', rule: uploadedImagePath.nullable(), initial: null } as const;
const nothing: Localized = { en: '', bn: '' };

/** The shop's settings, in the order of the admin's page. `db/schema/settings.ts` has a column for each. */
export const shopSettings = {
  shopName: {
    section: 'shop',
    kind: 'text',
    rule: text({ missing: 'Name is required', max: tooLong(textLimits.shopName), form: oneLine }),
    initial: initialShopName,
  },
  /** The colour of what to press next, as `#rrggbb`; the other shades are derived in `shared/brand-colors.ts`. */
  brandColor: {
    section: 'shop',
    kind: 'color',
    rule: text({
      max: [7, 'Enter a colour such as #f7c800'],
      form: [/^#[0-9a-f]{6}$/, 'Enter a colour such as #f7c800'],
    }),
    initial: initialBrandColor,
  },
  logoImage: image,
  /** The icon's sizes are made from it. */
  iconImage: image,
  heroTitle: {
    section: 'home',
    kind: 'localizedText',
    rule: oneLineIn(textLimits.heroTitle),
    initial: initialHeroTitle,
  },
  heroText: {
    section: 'home',
    kind: 'localizedText',
    lines: 3,
    rule: linesIn(textLimits.heroText),
    initial: initialHeroText,
  },
  /** Who runs the shop, and how to reach it. */
  contact: { section: 'home', kind: 'localizedText', lines: 3, rule: linesIn(textLimits.contact), initial: nothing },
  footerText: {
    section: 'home',
    kind: 'localizedText',
    lines: 2,
    rule: linesIn(textLimits.footerText),
    initial: nothing,
  },
  aboutText: { ...page, rule: linesIn(textLimits.aboutText), initial: initialAboutText },
  termsText: { ...page, rule: linesIn(textLimits.termsText), initial: initialTermsText },
  refundText: { ...page, rule: linesIn(textLimits.refundText), initial: initialRefundText },
  ratePaisa: {
    section: 'rate',
    kind: 'hundredths',
    rule: ratePaisa,
    initial: paisaPerDollar(12_600),
    malformed: 'Enter taka with up to 2 decimals, such as 126 or 126.50',
    outOfRange: 'Enter a rate from 0.01 to 100,000 taka',
  },
  /** The struck-out fee in 1/100 of a percent; it is shown and never charged. */
  feeBasisPoints: {
    section: 'rate',
    kind: 'hundredths',
    rule: z.int().min(0).max(10_000),
    initial: 185,
    malformed: 'Enter a percentage with up to 2 decimals, such as 1.85',
    outOfRange: 'Enter at most 100 percent',
  },
  chatUrl: { ...link, kind: 'url', rule: httpUrl.nullable(), placeholder: 'https://t.me/…' },
  /** Where customers write to. */
  supportEmail: { ...link, kind: 'email', rule: email.nullable(), placeholder: 'help@…' },
  videoUrls: {
    section: 'links',
    kind: 'urls',
    count: VIDEO_COUNT,
    rule: z.array(videoUrl).max(VIDEO_COUNT, 'At most 3 videos'),
    initial: [],
    placeholder: 'https://www.youtube.com/watch?v=…',
  },
  servicesOffset: { ...added, initial: 500 },
  ordersOffset: { ...added, initial: 1383 },
  usersOffset: { ...added, initial: 1200 },
  /** How long after a request about an order the next one can be made; 0 for no pause. */
  requestCooldownHours: {
    section: 'requests',
    kind: 'count',
    rule: z.int().min(0, 'Must be 0 or more').max(MAX_COOLDOWN_HOURS, 'Must be at most 8,760 hours'),
    initial: 24,
    malformed: 'Enter whole hours from 0 to 8,760',
  },
  /** What messages credit at most without a person: of a request, for a customer a day, for a method a day. */
  evidenceMostRequestNanos: { ...cap, initial: nanos(50 * NANOS_PER_DOLLAR) },
  evidenceMostCustomerDayNanos: { ...cap, initial: nanos(200 * NANOS_PER_DOLLAR) },
  evidenceMostMethodDayNanos: { ...cap, initial: nanos(5_000 * NANOS_PER_DOLLAR) },
  /** The same for a request whose customer has not told the paying number. */
  evidenceMostWithoutPayerNanos: { ...cap, initial: nanos(10 * NANOS_PER_DOLLAR) },
  /** Whether a person decides the first recharge of each customer. */
  firstRechargeByHand: { section: 'evidence', kind: 'switch', rule: z.boolean(), initial: true },
  /** Whether a message is held whose transaction ID says another day than its text. */
  evidenceReadsIds: { section: 'evidence', kind: 'switch', rule: z.boolean(), initial: true },
  /** When somebody is there to answer, in the shop's time zone; empty for always. */
  openingHours: {
    section: 'evidence',
    kind: 'text',
    rule: text({
      max: [11, 'Enter hours such as 09:00-23:00'],
      form: [/^$|^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'Enter hours such as 09:00-23:00'],
    }),
    initial: '',
    placeholder: '09:00-23:00',
  },
  /** Above this, giving balance or taking it back requires re-authentication: in one movement, or in sum by an admin within an hour. */
  giveLimitNanos: { ...limit, initial: nanos(100 * NANOS_PER_DOLLAR) },
  /** Above this, approving a recharge or starting a job requires re-authentication. */
  approveLimitNanos: { ...limit, initial: nanos(1_000 * NANOS_PER_DOLLAR) },
  /** Whether admins without a second factor can only enrol. */
  requireAdminSecondFactor: { section: 'security', kind: 'switch', rule: z.boolean(), initial: false },
  /** Whether the API v2 answers GET, which puts keys into addresses. Addresses are logged by proxies. */
  apiV2Get: { section: 'api', kind: 'switch', rule: z.boolean(), initial: false },
  /** Whether a customer's order is refused while another order of the same service and link is open. */
  oneOpenOrderPerLink: { section: 'api', kind: 'switch', rule: z.boolean(), initial: false },
  /** What becomes of a script's order whose link does not fit its service. The panel's own forms ask. */
  linkFit: { section: 'api', kind: 'choice', rule: z.enum(linkFits), options: linkFits, initial: 'off' },
  /** Where the shop's days begin at midnight, and which every date is shown in. */
  timeZone: { section: 'timeZone', kind: 'timeZone', rule: timeZone, initial: DEFAULT_TIME_ZONE },
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
/** The settings that every page of a visitor reads. Long texts are not among them. */
export const publicFields = settingsFields.pick({
  shopName: true,
  heroTitle: true,
  heroText: true,
  contact: true,
  footerText: true,
  chatUrl: true,
  supportEmail: true,
  videoUrls: true,
  timeZone: true,
  openingHours: true,
});

/** The texts of a page in one language, as Markdown; a query of their own. */
export const pageTextsInput = z.strictObject({ language: z.enum(languages) });
export const pageTexts = z.object({ aboutText: z.string(), termsText: z.string(), refundText: z.string() });
export type PageTexts = z.output<typeof pageTexts>;

/** Settings that the input does not name stay as they are. */
export const updateSettingsInput = z.strictObject({
  ...settingsFields.partial().shape,
  /** The settings that the admin saw; if they differ by now, nothing changes. */
  expectedSettings: z.strictObject(settingsFields.shape).partial().optional(),
});
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;

/** An image made from an upload. */
export const shopImage = z.object({ path: z.string(), width: z.int(), height: z.int() });
export type ShopImage = z.output<typeof shopImage>;

/** The settings that every screen needs. */
export const publicSettings = publicFields.extend({
  /** In the size of the top bar; the panel's own without. */
  logo: shopImage.nullable(),
  passwordMinLength: z.int(),
  /** Whether methods with a placeholder for a recipient are offered, to try the panel out: everywhere but in production. */
  offersSamples: z.boolean(),
  /** The panel's address in production. */
  publicUrl: z.string().optional(),
});
export type PublicSettings = z.output<typeof publicSettings>;

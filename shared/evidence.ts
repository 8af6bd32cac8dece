import { z } from 'zod';
import { id } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { pageInput, pageOf, searchText } from './paging.ts';
import { text } from './text.ts';

/** Which way a message says that money went. `in-not-customer` is money in that no customer paid, such as a cashback. */
export const directions = ['in', 'in-not-customer', 'out', 'none'] as const;
export type Direction = (typeof directions)[number];

/**
 * What has become of a message: `unclaimed` is money in that no request names, `used` credited a recharge, `ignored` is no payment,
 * `not_understood` fits no wording, `held` waits for a person.
 */
export const evidenceStates = ['unclaimed', 'used', 'ignored', 'not_understood', 'held'] as const;
export type EvidenceState = (typeof evidenceStates)[number];

/** Why a request waits for a person, in words for staff. `{0}`, `{1}` and `{2}` stand for its values. */
export const rechargeReasons = {
  kind: 'A person looks at payments of this kind: {0}',
  payer_is_name: 'The payer is a name, not a number: {0}',
  account: 'The money came to another account: {0}',
  sim_unknown: 'The phone did not say which SIM received it, or the SIM has no account',
  amount: 'The message says {0}, the request {1}: credit what was paid?',
  too_far: 'The payment is more than 48 hours away from the request',
  payer_differs: 'The message names another payer: {0}',
  agent: 'The customer paid through an agent',
  balance: 'The balance does not follow from the message before: {0} would follow, the message says {1}',
  first_of_chain: 'It is the first message of this phone, SIM and provider, so nothing proves its balance',
  no_balance: 'The message says no balance',
  phone_silent: 'No message from this phone for {0} minutes',
  phone_silent_usually: 'No message from this phone for {0} minutes, usually one every {1}',
  phone_revoked: 'The phone of the message was revoked',
  id_differs: 'Another message has this transaction ID, and says something else',
  id_says: 'The transaction ID says {0}, the message {1}',
  cap_request: 'More than {0} a request',
  cap_customer: 'More than {0} a day for this customer',
  cap_method: 'More than {0} a day by this method',
  cap_payer: 'More than {0}, and the customer has not told the paying number',
  first_recharge: 'The first recharge of this customer',
  blocked: 'The customer is blocked',
  corrected_before: 'Recharge {0} had this transaction ID before it was corrected',
  rejected_before: 'A person has rejected recharge {0} with this transaction ID',
  several_payments: 'The transaction ID was used for recharge {0}',
} as const;
export type RechargeReason = keyof typeof rechargeReasons;

/** Why a message is what it is, in words for staff. */
export const evidenceReasons = {
  ...rechargeReasons,
  foreign_sender: 'Not from a provider',
  no_wording: 'No known wording fits this text',
  several_wordings: 'More than one wording fits this text',
  no_payment: 'No payment of a customer',
  id_seen: 'Another message has this transaction ID',
} as const;
export type EvidenceReason = keyof typeof evidenceReasons;

/** A reason in words; null without one. */
export function reasonInWords(reason: EvidenceReason | null, values: readonly string[] | null): string | null {
  return reason && evidenceReasons[reason].replaceAll(/\{(\d)\}/g, (_, at) => values?.[Number(at)] ?? '');
}

/** What the panel would do with a request by itself. */
export const verdicts = ['credit', 'hold'] as const;

/** Integer poisha, 1/100 taka. */
const poisha = z.int().min(0);

const evidenceItem = z.object({
  id,
  /** Null for a row of a statement. */
  device: z.object({ id, name: z.string() }).nullable(),
  sender: z.string(),
  text: z.string(),
  state: z.enum(evidenceStates),
  /** Why, in words; null where nothing holds it back. */
  reason: z.string().nullable(),
  provider: z.string().nullable(),
  kind: z.string().nullable(),
  direction: z.enum(directions).nullable(),
  amountPoisha: poisha.nullable(),
  feePoisha: poisha.nullable(),
  balancePoisha: poisha.nullable(),
  reference: z.string().nullable(),
  /** A phone number, a masked one, or a name. */
  payer: z.string().nullable(),
  memo: z.string().nullable(),
  /** When the provider says that it happened. */
  at: z.date().nullable(),
  /** When the panel stored it. */
  storedAt: z.date(),
  /** Whether its balance follows from the message before, or a person says that it is right. */
  isLinked: z.boolean(),
  /** The recharge that it credited. */
  rechargeId: id.nullable(),
});
export const evidenceListInput = pageInput.extend({
  state: z.enum(evidenceStates).optional(),
  /** Only those that are {@link UNCLAIMED_DAYS} old. */
  late: z.boolean().optional(),
  search: searchText,
});
export type EvidenceListInput = z.output<typeof evidenceListInput>;
export const evidencePage = pageOf(evidenceItem);
export type EvidencePage = z.output<typeof evidencePage>;

const oneLine = (label: string, most: number) =>
  text({
    missing: `${label} is required`,
    max: [most, `${label} must be at most ${most} characters`],
    form: [isOneLine, `${label} must be one line, without control characters`],
  });

/** A word such as `received-npsb`. */
const slug = (label: string) =>
  text({
    missing: `${label} is required`,
    max: [40, `${label} must be at most 40 characters`],
    form: [/^[a-z][a-z0-9-]*$/, `${label} has small letters, digits and hyphens, and begins with a letter`],
  });

const example = text({ missing: 'Example is required', max: [2000, 'Example must be at most 2000 characters'] });

/** A wording of a provider: its senders, its text with fields such as `{amount}`, and messages that it reads. */
export const wordingFields = {
  provider: slug('Provider'),
  kind: slug('Kind'),
  direction: z.enum(directions),
  senders: z.array(oneLine('Sender', 40)).min(1, 'Name at least one sender').max(5),
  pattern: text({ missing: 'Wording is required', max: [1000, 'Wording must be at most 1000 characters'] }),
  examples: z.array(example).min(1, 'Give at least one example').max(10),
};

export const wording = z.object({ id, ...wordingFields, addedAt: z.date() });
export type Wording = z.output<typeof wording>;
export const wordingsOut = z.object({ items: z.array(wording) });

/** Without an id a new wording is added; with one, a newer version of it. */
export const saveWordingInput = z.strictObject({ id: id.optional(), ...wordingFields });
export type SaveWordingInput = z.output<typeof saveWordingInput>;

/** What a wording would change among the latest messages. */
export const wordingTrial = z.object({
  /** The messages that were tried, at most {@link MOST_TRIED}. */
  tried: z.int(),
  /** Those that were not understood, and would be. */
  understood: z.int(),
  /** Those that another wording reads, too: they would not be understood any more. */
  doubled: z.int(),
});
export type WordingTrial = z.output<typeof wordingTrial>;
export const MOST_TRIED = 1000;

/** How far a method is from crediting by itself, judged by its last {@link SHADOW_DECISIONS} decisions of people. */
export const automaticMethod = z.object({
  method: z.string(),
  on: z.boolean(),
  /** Decisions beside which a verdict stands, at most the last {@link SHADOW_DECISIONS}. */
  decisions: z.int(),
  /** Those that the panel would have credited. */
  credits: z.int(),
  /** Those that it would have credited, and a person rejected or credited with another amount. */
  contradictions: z.int(),
});
export const automaticOut = z.object({ items: z.array(automaticMethod) });
export type AutomaticOut = z.output<typeof automaticOut>;
export const setAutomaticInput = z.strictObject({
  method: text({ missing: 'Payment method is required', max: [40, 'Payment method must be at most 40 characters'] }),
  on: z.boolean(),
});
export type SetAutomaticInput = z.output<typeof setAutomaticInput>;
export const SHADOW_DECISIONS = 100;
export const SHADOW_CREDITS = 50;

export const evidenceIdInput = z.strictObject({ id });

/** Money in that nobody claims for so many days is on the overview, and messages that wait for a person, as many days at most. */
export const UNCLAIMED_DAYS = 3;
export const HELD_DAYS = 7;

/** Evidence counts within so many hours before and after a request. */
export const MATCH_HOURS = 48;

/** The columns of a statement, by their headers. */
export const statementMapping = z.strictObject({
  at: oneLine('Column', 100),
  reference: oneLine('Column', 100),
  amount: oneLine('Column', 100),
  payer: oneLine('Column', 100).optional(),
});
export type StatementMapping = z.output<typeof statementMapping>;

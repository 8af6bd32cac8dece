import { z } from 'zod';
import type { Language } from './languages.ts';
import { id } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { text } from './text.ts';
import { MAX_MESSAGE_LENGTH } from './tickets.ts';

/** How many the shop may have: all are in one menu. */
export const MAX_SAVED_REPLIES = 100;

const tooLong = `Text must be at most ${MAX_MESSAGE_LENGTH} characters`;

const fields = {
  title: text({
    missing: 'Title is required',
    max: [80, 'Title must be at most 80 characters'],
    form: [isOneLine, 'Title must be one line, without control characters'],
  }),
  text: text({
    missing: 'Text is required',
    max: [MAX_MESSAGE_LENGTH, tooLong],
  }),
};

const bengaliText = text({ max: [MAX_MESSAGE_LENGTH, tooLong] });

/** A reply template. `{name}` is the customer's name, `{order}` the ticket's subject. */
export const savedReply = z.object({
  id,
  ...fields,
  /** The same in Bengali; null: customers of every language get `text`. */
  textBn: z.string().nullable(),
});
export type SavedReply = z.output<typeof savedReply>;
/** Without an id a new one is created. Without `textBn` the stored one stays; an empty one clears it. */
export const saveReplyInput = z.strictObject({
  id: id.optional(),
  ...fields,
  textBn: bengaliText.nullable().optional(),
});
export type SaveReplyInput = z.output<typeof saveReplyInput>;
/** The form of a saved reply. */
export const typedSavedReply = z.object({ ...fields, textBn: bengaliText });
export const savedReplyIdInput = z.strictObject({ id });

type Texts = Pick<SavedReply, 'text' | 'textBn'>;

/** The values that a ticket puts into a saved reply. */
interface Filling {
  name: string;
  orderId: number | null;
  rechargeId: number | null;
  /** The customer's language; null if it is unknown, or if there are several customers. */
  language: Language | null;
}

const placeholders = /\{(name|order)\}/g;

/** Whether a saved reply is for one customer only. */
export function hasPlaceholders({ text: english, textBn }: Texts): boolean {
  return `${english}${textBn ?? ''}`.search(placeholders) >= 0;
}

/** A saved reply in the customer's language, filled in. In an unknown language it is the texts of all languages. */
export function fillReply({ text: english, textBn }: Texts, filling: Filling): string {
  const inEnglish = fill(english, filling, 'en');
  if (!textBn || filling.language === 'en') return inEnglish;
  const inBengali = fill(textBn, filling, 'bn');
  return filling.language === 'bn' ? inBengali : `${inEnglish}\n\n${inBengali}`;
}

const nouns: Record<Language, Record<'order' | 'recharge' | 'other', string>> = {
  en: { order: 'order #', recharge: 'recharge #', other: 'your request' },
  bn: { order: 'অর্ডার #', recharge: 'রিচার্জ #', other: 'আপনার অনুরোধ' },
};

/** Fills in all placeholders in one pass, so that a name that looks like a placeholder stays. */
function fill(reply: string, { name, orderId, rechargeId }: Filling, language: Language): string {
  const { order, recharge, other } = nouns[language];
  const about = orderId !== null ? order + orderId : rechargeId !== null ? recharge + rechargeId : other;
  return reply.replaceAll(placeholders, (_, what) => (what === 'name' ? name : about));
}

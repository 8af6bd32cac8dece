import { z } from 'zod';
import { id } from './numbers.ts';
import { isOneLine } from './one-line.ts';
import { text } from './text.ts';
import { MAX_MESSAGE_LENGTH } from './tickets.ts';

/** How many the shop may have: all are in one menu. */
export const MAX_SAVED_REPLIES = 100;

const fields = {
  title: text({
    missing: 'Title is required',
    max: [80, 'Title must be at most 80 characters'],
    form: [isOneLine, 'Title must be one line, without control characters'],
  }),
  text: text({
    missing: 'Text is required',
    max: [MAX_MESSAGE_LENGTH, `Text must be at most ${MAX_MESSAGE_LENGTH} characters`],
  }),
};

/** A reply template. `{name}` is the customer's name, `{order}` the ticket's subject. */
export const savedReply = z.object({ id, ...fields });
export type SavedReply = z.output<typeof savedReply>;
/** Without an id a new one is created. */
export const saveReplyInput = z.strictObject({ id: id.optional(), ...fields });
export type SaveReplyInput = z.output<typeof saveReplyInput>;
/** The form of a saved reply. */
export const typedSavedReply = z.object(fields);
export const savedReplyIdInput = z.strictObject({ id });

/** The values that a ticket puts into a saved reply. */
interface Filling {
  name: string;
  orderId: number | null;
  rechargeId: number | null;
}

/** Fills in the placeholders in one pass, so that a customer's name is never taken for a placeholder. */
export function fillReply(reply: string, { name, orderId, rechargeId }: Filling): string {
  const about =
    orderId !== null ? `order #${orderId}` : rechargeId !== null ? `recharge #${rechargeId}` : 'your request';
  return reply.replaceAll(/\{(name|order)\}/g, (_, what) => (what === 'name' ? name : about));
}

import { z } from 'zod';
import { id } from './numbers.ts';
import { pageInput, pageOf } from './paging.ts';

/** The kinds of background work that are set aside, by their names in the queue. */
export const setAsideKinds = [
  'mail',
  'webhooks',
  'statuses',
  'requests',
  'lists',
  'jobs',
  'calls',
  'messages',
  'thenOrders',
] as const;
export type SetAsideKind = (typeof setAsideKinds)[number];

const kind = z.enum(setAsideKinds);

export const setAsideListInput = pageInput.extend({ kind: kind.optional() });
export type SetAsideListInput = z.output<typeof setAsideListInput>;

/** Work that is not attempted again, because background workers ended with it. */
const setAsideWork = z.object({
  kind,
  id,
  /** What it is, in the words of its kind. */
  what: z.string(),
  since: z.date(),
  /** How many background workers ended with it. */
  deaths: z.int(),
});

export const setAsidePage = pageOf(setAsideWork);
export type SetAsidePage = z.output<typeof setAsidePage>;

export const tryAgainInput = z.strictObject({ kind, id });
export type TryAgainInput = z.output<typeof tryAgainInput>;

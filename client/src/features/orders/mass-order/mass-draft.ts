import { z } from 'zod';
import { nanosOut } from '../../../../../shared/numbers.ts';
import { tabStorage } from '../../../lib/storage.ts';

const sentLine = z.object({
  number: z.int(),
  text: z.string(),
  order: z.object({ serviceId: z.int(), link: z.string(), quantity: z.int(), expectedChargeNanos: nanosOut }),
});
export type SentLine = z.output<typeof sentLine>;

/** Lines that were sent together under one key, in the order in which they were. */
const attempt = z.object({ requestId: z.uuid(), lines: z.array(sentLine) });
export type Attempt = z.output<typeof attempt>;

const lineResult = z.object({
  text: z.string(),
  /** The order that was placed; else the reason why it was not. */
  placed: z.object({ id: z.int(), serviceId: z.int(), serviceName: z.string(), chargeNanos: nanosOut }).nullable(),
  refusal: z.object({ domainCode: z.string(), message: z.string() }).nullable(),
});
export type LineResult = z.output<typeof lineResult>;

const massDraft = z.object({
  text: z.string().catch(''),
  /** Set while nobody knows what became of it. */
  attempt: attempt.nullable().catch(null),
  /** What became of the lines that were sent last. */
  results: z.array(lineResult).catch([]),
});
export type MassDraft = z.output<typeof massDraft>;

const empty: MassDraft = { text: '', attempt: null, results: [] };

/** What a customer has in the box, kept in this tab over reloads. */
export function readMassDraft(userId: number): MassDraft {
  return massDraft.catch(empty).parse(tabStorage.readJson(keyOf(userId)) ?? empty);
}

export function keepMassDraft(userId: number, draft: MassDraft): void {
  tabStorage.keep(keyOf(userId), JSON.stringify(draft));
}

function keyOf(userId: number): string {
  return `mass-order:${userId}`;
}
